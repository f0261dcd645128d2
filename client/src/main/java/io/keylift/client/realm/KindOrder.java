// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The order in which an import takes kinds, so that no record refers to one of a later kind. */
final class KindOrder {

    private static final List<String> ORDER = List.of(
            "client-scopes",
            "clients",
            "roles",
            "groups",
            "organizations",
            "departments",
            "identity-providers",
            "users",
            "organization-members",
            "department-members",
            "group-members",
            "role-mappings",
            "scope-mappings",
            "user-changes",
            "scopes",
            "resources",
            "policies",
            "permissions",
            "capabilities",
            "capability-sets",
            "role-capabilities",
            "user-capabilities");

    private KindOrder() {}

    /** The kinds in their order; those of other JARs, which may refer to any of ours, at the end. */
    static List<String> of(Collection<String> kinds) {
        return kinds.stream()
                .sorted(Comparator.comparingInt(KindOrder::place).thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private static int place(String kind) {
        int place = ORDER.indexOf(kind);
        return place < 0 ? ORDER.size() : place;
    }
}
