// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.filter;

import io.keylift.bulkimport.kind.KeyOrder;
import io.keylift.bulkimport.kind.reference.KnownClient;
import java.util.Set;

/** Selects roles as {@code GET /roles} and {@code GET /clients/{id}/roles} do. */
public final class RoleFilters {

    /** Query parameters of these filters. */
    public static final Set<String> NAMES = Set.of(Filters.SEARCH, Filters.CLIENT);

    private RoleFilters() {}

    /** @param roles selects from entities of roles with alias {@code r}, among others */
    public static KeyOrder apply(KeyOrder roles, Filters filters) {
        if (filters.search() != null) {
            roles.where(
                    "(lower(r.name) like :search" + Likeness.ESCAPE + " or lower(r.description) like :search"
                            + Likeness.ESCAPE + ")",
                    "search",
                    Likeness.infix(filters.search()));
        }
        KnownClient client = filters.client();
        if (client != null) {
            roles.where("r.clientId = :client", "client", client.id());
        }
        return roles;
    }
}
