// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.filter;

import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.ReadContext;
import java.util.Set;

/** Selects roles as {@code GET /roles} and {@code GET /clients/{id}/roles} do. */
public final class RoleFilters {

    /** Query parameters of these filters. */
    public static final Set<String> NAMES = Set.of(Filters.SEARCH, Filters.CLIENT);

    private RoleFilters() {}

    /** @param roles selects from entities of roles with alias {@code r}, among others */
    public static KeyOrder apply(KeyOrder roles, Filters filters) {
        leaveOutInvisible(roles, filters.context());
        if (filters.search() != null) {
            roles.where(
                    "(lower(r.name) like :search" + LikePattern.ESCAPE + " or lower(r.description) like :search"
                            + LikePattern.ESCAPE + ")",
                    "search",
                    LikePattern.infix(filters.search()));
        }
        KnownClient client = filters.client();
        if (client != null) {
            roles.where("r.clientId = :client", "client", client.id());
        }
        return roles;
    }

    /** Leaves out the roles of the realm, or of all clients, if the caller may view none of them. */
    private static void leaveOutInvisible(KeyOrder roles, ReadContext context) {
        ViewRights rights = ViewRights.of(context);
        if (!rights.mayViewRealmRoles(context)) {
            roles.where("r.clientRole = true");
        }
        if (!rights.mayViewAllClients(context) && !Rights.isFineGrained(context)) {
            roles.where("r.clientRole = false");
        }
    }
}
