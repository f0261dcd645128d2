// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.roles;

import com.github.benmanes.caffeine.cache.Cache;
import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.spi.DecisionCache;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.RoleModel;

/** The caller's permissions for roles of the realm and of each client, with cached decisions. */
final class RoleRights {

    private static final String REALM = "";

    private final Cache<String, Boolean> containers = DecisionCache.create();
    private final Cache<String, Boolean> obsoleteComposites = DecisionCache.create();

    static RoleRights of(ImportContext context) {
        return context.decisions(RoleRights.class, RoleRights::new);
    }

    /** Rejects a record whose realm or client the caller may not manage. */
    static void forbid(Item<RoleRecord> item) {
        boolean ofClient = item.record().isOfClient();
        item.reject(
                RejectCode.FORBIDDEN,
                ofClient ? item.record().clientPointer() : "/name",
                ofClient
                        ? "The caller does not have permission to manage the roles of this client"
                        : "The caller does not have permission to manage the roles of the realm");
    }

    /** Whether the caller may add roles to a client or, if that is {@code null}, to the realm. */
    boolean mayManageRolesOf(ImportContext context, KnownClient client) {
        return containers.get(
                client == null ? REALM : client.id(),
                key -> context.permissions()
                        .roles()
                        .canManage(client == null ? context.realm() : client.model(context)));
    }

    /**
     * Whether the caller may change this role. For a client's role, Keycloak requires only the permission to add roles.
     * On the roles of the realm it decides alike, except on those of administrators.
     */
    boolean mayManage(ImportContext context, KnownRole role) {
        return mayManageRolesOf(context, role.client())
                && (role.client() != null || !isOfAdministrators(role) || canManage(context, role));
    }

    boolean mayRemove(ImportContext context, KnownRole role) {
        return role.client() == null ? mayManage(context, role) : canManage(context, role);
    }

    private static boolean isOfAdministrators(KnownRole role) {
        return AdminRoles.ALL_ROLES.contains(role.name());
    }

    private static boolean canManage(ImportContext context, KnownRole role) {
        return context.permissions().roles().canManage(role.model(context));
    }

    /** Whether the caller may remove the role with this id from composite roles. */
    boolean mayTakeOut(ImportContext context, String id) {
        return obsoleteComposites.get(id, key -> {
            RoleModel role = context.session().roles().getRoleById(context.realm(), key);
            return role != null && context.permissions().roles().canMapComposite(role);
        });
    }
}
