// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The organizations of the realm that own the domains of a chunk, or wildcards that cover them. */
final class DomainOwners {

    private static final String WILDCARD = "*.";

    private final Map<String, Set<String>> owners = new HashMap<>();

    /** Names to look up: the domains themselves and all wildcards that cover them. */
    static Set<String> namesToLookUp(Collection<String> domains) {
        Set<String> names = new LinkedHashSet<>(domains);
        domains.forEach(domain -> names.addAll(wildcardsOver(domain)));
        return names;
    }

    void add(String domain, String organizationId) {
        owners.computeIfAbsent(domain, d -> new HashSet<>()).add(organizationId);
    }

    /** Whether the domain belongs to another organization than this one, which may be {@code null}. */
    boolean isTaken(String domain, String organizationId) {
        return owners.getOrDefault(domain, Set.of()).stream().anyMatch(owner -> !owner.equals(organizationId));
    }

    /**
     * Organizations that have covered the domain by a wildcard so far. Keycloak may have cached that, and a more
     * specific domain makes the entry stale.
     */
    Set<String> shadowedBy(String domain) {
        Set<String> shadowed = new HashSet<>();
        wildcardsOver(domain).forEach(wildcard -> shadowed.addAll(owners.getOrDefault(wildcard, Set.of())));
        return shadowed;
    }

    /** In Keycloak, a wildcard covers its base domain, and the domains below it if the base has at least two labels. */
    private static Set<String> wildcardsOver(String domain) {
        String base = domain.startsWith(WILDCARD) ? domain.substring(WILDCARD.length()) : domain;
        Set<String> wildcards = new LinkedHashSet<>();
        wildcards.add(WILDCARD + base);
        for (int dot = base.indexOf('.'); dot >= 0 && dot < base.lastIndexOf('.'); dot = base.indexOf('.', dot + 1)) {
            wildcards.add(WILDCARD + base.substring(dot + 1));
        }
        wildcards.remove(domain);
        return wildcards;
    }
}
