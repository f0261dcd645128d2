// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.roles;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.filter.RoleFilters;
import io.keylift.bulkimport.kind.shared.reference.AdminClients;
import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.reference.RoleNames;
import io.keylift.bulkimport.kind.shared.reference.Roles;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.OrderedSource;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.ReferrerCounts;
import io.keylift.bulkimport.kind.spi.RemovalTarget;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Reads the roles of the realm and of its clients in the order of their names, without the admin roles. */
final class RolesSource implements OrderedSource<RoleRecord> {

    /** The Admin API lists the roles of the realm, and those of each client; an export has both. */
    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        if (!permissions.clients().canView()) {
            permissions.roles().requireList(realm);
        }
    }

    @Override
    public boolean showsAll(ReadContext context) {
        return ViewRights.of(context).mayViewAllRoles(context);
    }

    @Override
    public Set<String> filters() {
        return RoleFilters.NAMES;
    }

    /** The second column is the id of the client or, for a role of the realm, that of the realm. */
    @Override
    public KeyOrder order(ExportContext context, Selection selection) {
        return RoleFilters.apply(
                KeyOrder.of("r.id", "RoleEntity r", "r.name", "r.clientRealmConstraint")
                        .where("r.realmId = :realm", "realm", context.realm().getId()),
                Filters.of(context, selection));
    }

    @Override
    public RemovalTarget target(String id) {
        return new RemovalTarget(RemovalTarget.Type.ROLE, id);
    }

    @Override
    public boolean isNamedByOutcomes() {
        return true;
    }

    @Override
    public List<String> find(ExportContext context, List<RoleRecord> keys) {
        Roles roles = new Roles(context, new Queries(context.entityManager()));
        keys.stream().filter(RolesSource::isKey).forEach(key -> key.need(roles));
        roles.load();
        return keys.stream()
                .map(key -> {
                    KnownClient client = isKey(key) ? key.container(roles) : null;
                    boolean known = isKey(key) && (client != null || !key.isOfClient());
                    return known ? key.idIn(client, roles) : null;
                })
                .toList();
    }

    private static boolean isKey(RoleRecord record) {
        return record.name() != null && (!record.isClientGivenById() || record.containerId() != null);
    }

    @Override
    public boolean referToEachOther() {
        return true;
    }

    @Override
    public RowReference row(String id) {
        return RoleTable.TABLE.row(id);
    }

    @Override
    public Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        return new ReferrerCounts(context, ids)
                .count("m.roleId", "UserRoleMappingEntity m")
                .count("m.roleId", "GroupRoleMappingEntity m")
                .count("c.childRole.id", "CompositeRoleEntity c")
                .count("s", "ClientEntity c join c.scopeMappingIds s")
                .count("m.role.id", "ClientScopeRoleMappingEntity m")
                .count("a.holderId", "KeyliftCapabilityAssignmentEntity a")
                .counts();
    }

    @Override
    public Map<String, RoleRecord> load(ExportContext context, Selection selection, Collection<String> ids) {
        Queries rows = new Queries(context.entityManager());
        List<Object[]> found = rows.select(
                "select r.id, r.name, r.description, r.clientId, c.clientId from RoleEntity r"
                        + " left join ClientEntity c on c.id = r.clientId where r.id in (:values)",
                ids,
                Map.of());
        Map<String, Map<String, List<String>>> attributes = RoleTable.ATTRIBUTES.load(rows, ids);
        Map<String, List<String>> composites = new HashMap<>();
        Set<String> parts = new HashSet<>();
        for (Object[] row : rows.select(
                "select c.parentRole.id, c.childRole.id from CompositeRoleEntity c where c.parentRole.id in (:values)",
                ids,
                Map.of())) {
            composites.computeIfAbsent((String) row[0], id -> new ArrayList<>()).add((String) row[1]);
            parts.add((String) row[1]);
        }
        RoleNames names = RoleNames.load(context, rows, parts);
        ViewRights rights = ViewRights.of(context);
        Map<String, RoleRecord> roles = new HashMap<>();
        for (Object[] row : found) {
            String id = (String) row[0];
            KnownClient client = row[3] == null ? null : new KnownClient((String) row[3], (String) row[4]);
            KnownRole role = new KnownRole(id, (String) row[1], client);
            boolean ofAdminClient = client != null && AdminClients.isOne(context, client);
            boolean visible = rights.mayViewRole(context, role);
            if (visible && ofAdminClient) {
                context.withoutRecord(id);
            } else if (visible) {
                RoleNames.Named named =
                        names.name(id, composites.getOrDefault(id, List.of()), "composites", "composites");
                roles.put(
                        id,
                        new RoleRecord(
                                id,
                                (String) row[1],
                                (String) row[4],
                                (String) row[2],
                                attributes.getOrDefault(id, Map.of()),
                                null,
                                new RoleRecord.Composites(named.realmRoles(), named.clientRoles(), null),
                                null,
                                null,
                                null));
            }
        }
        return roles;
    }
}
