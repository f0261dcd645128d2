// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.organizations;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Which organizations of the realm own the domains of a chunk, and the wildcards these domains lie under. */
final class DomainOwners {

    private static final String WILDCARD = "*.";

    private final Map<String, Set<String>> owners = new HashMap<>();

    /** The names to ask the database for: the domains themselves and all wildcards that cover them. */
    static Set<String> namesToLookUp(Collection<String> domains) {
        Set<String> names = new LinkedHashSet<>(domains);
        domains.forEach(domain -> names.addAll(wildcardsOver(domain)));
        return names;
    }

    void add(String domain, String organizationId) {
        owners.computeIfAbsent(domain, d -> new HashSet<>()).add(organizationId);
    }

    /** Whether the domain belongs to any organization but this one, which may be {@code null}. */
    boolean isTaken(String domain, String organizationId) {
        return owners.getOrDefault(domain, Set.of()).stream().anyMatch(owner -> !owner.equals(organizationId));
    }

    /**
     * Organizations that so far answer for the domain through a wildcard. Keycloak may have cached that answer, which a
     * more specific domain makes stale.
     */
    Set<String> shadowedBy(String domain) {
        Set<String> shadowed = new HashSet<>();
        wildcardsOver(domain).forEach(wildcard -> shadowed.addAll(owners.getOrDefault(wildcard, Set.of())));
        return shadowed;
    }

    /** Keycloak lets a wildcard cover its own base domain and needs two labels below it otherwise. */
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
