// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.kind.shared.reference.RoleCaches;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.capability.assignment.HolderType;
import io.keylift.capability.assignment.RemovedHolders;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.jpa.entities.RoleEntity;

/**
 * Deletes roles like Keycloak's {@code removeRole}, but in a number of statements that does not depend on the number of
 * roles, and without its events.
 */
public final class RoleDeletion {

    /** Queries for the ids of everything whose cache entry contains a role. */
    private static final List<String> REFERRERS = List.of(
            "select c.parentRole.id from CompositeRoleEntity c where c.childRole.id in (:values)",
            "select m.group.id from GroupRoleMappingEntity m where m.roleId in (:values)",
            "select m.clientScope.id from ClientScopeRoleMappingEntity m where m.role.id in (:values)",
            "select c.id from ClientEntity c join c.scopeMappingIds r where r in (:values)");

    /** The tables with rows of a role, referencing tables first. */
    private static final List<String> DELETIONS = List.of(
            "delete from UserRoleMappingEntity m where m.roleId in (:values)",
            "delete from FederatedUserRoleMappingEntity m where m.roleId in (:values)",
            "delete from CompositeRoleEntity c where c.parentRole.id in (:values)",
            "delete from CompositeRoleEntity c where c.childRole.id in (:values)",
            "delete from ClientScopeRoleMappingEntity m where m.role.id in (:values)",
            "delete from GroupRoleMappingEntity m where m.roleId in (:values)",
            "delete from RoleAttributeEntity a where a.role.id in (:values)");

    private final ImportContext context;
    private final Queries rows;

    public RoleDeletion(ImportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
    }

    /** @param ids roles whose rows this transaction has locked */
    public void delete(Set<String> ids) {
        RoleCaches caches = new RoleCaches(context);
        rows.select(
                        "select r.id, r.name, coalesce(r.clientId, r.realmId) from RoleEntity r"
                                + " where r.id in (:values)",
                        ids,
                        Map.of())
                .forEach(role -> caches.invalidateMember((String) role[0], (String) role[1], (String) role[2]));
        REFERRERS.forEach(query -> rows.list(query, String.class, ids, Map.of()).forEach(caches::invalidate));
        caches.invalidateUsers();
        new RemovedAuthorization(context, rows).removeOf(ids);
        DELETIONS.forEach(deletion -> rows.execute(deletion, ids));
        rows.deleteFrom("SCOPE_MAPPING", "ROLE_ID", ids);
        LockedObjects.delete(rows, RoleEntity.class, ids);
        RemovedHolders.remove(context.entityManager(), HolderType.ROLE, ids);
    }
}
