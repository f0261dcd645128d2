// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.caller;

import java.util.stream.Stream;
import org.keycloak.models.AdminRoles;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Administrators of a whole realm. */
public final class RealmAdmins {

    private RealmAdmins() {}

    /**
     * Whether the caller is an administrator of the whole realm and the token has all roles of {@code realm-admin}.
     * Keycloak's own check only considers the user, and would accept a token with fewer roles.
     */
    public static boolean isUnrestricted(AdminPermissionEvaluator permissions) {
        return permissions.isRealmAdmin()
                && Stream.of(AdminRoles.ALL_REALM_ROLES).allMatch(permissions::hasOneAdminRole);
    }
}
