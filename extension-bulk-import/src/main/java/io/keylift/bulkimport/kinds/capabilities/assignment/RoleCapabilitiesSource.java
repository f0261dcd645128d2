// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.assignment;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.filter.RoleFilters;
import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.reference.Roles;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.capability.assignment.HolderType;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Reads the assignments of roles. */
final class RoleCapabilitiesSource extends AssignmentsSource<RoleCapabilitiesRecord> {

    RoleCapabilitiesSource() {
        super(HolderType.ROLE);
    }

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
    RoleCapabilitiesRecord withSet(RoleCapabilitiesRecord record, List<String> set) {
        return new RoleCapabilitiesRecord(record.role(), record.client(), null, null, set, null);
    }

    @Override
    List<String> holders(ExportContext context, Queries rows, List<RoleCapabilitiesRecord> keys) {
        Roles roles = new Roles(context, rows);
        for (RoleCapabilitiesRecord key : keys) {
            if (key.role() != null && key.client() == null) {
                roles.need(List.of(key.role()), null);
            } else if (key.role() != null) {
                roles.need(null, Map.of(key.client(), List.of(key.role())));
            }
        }
        roles.load();
        return keys.stream()
                .map(key -> key.client() == null
                        ? roles.realmRole(key.role())
                        : roles.clientRole(roles.client(key.client()), key.role()))
                .toList();
    }

    @Override
    public Set<String> filters() {
        return RoleFilters.NAMES;
    }

    @Override
    KeyOrder filtered(KeyOrder holders, Filters filters) {
        return RoleFilters.apply(holders.join("RoleEntity r on r.id = h.id"), filters);
    }

    @Override
    Map<String, RoleCapabilitiesRecord> records(
            ExportContext context, Queries rows, Collection<String> ids, Map<String, List<String>> assigned) {
        ViewRights rights = ViewRights.of(context);
        Map<String, RoleCapabilitiesRecord> records = new HashMap<>();
        for (Object[] row : rows.select(
                "select r.id, r.name, r.clientId, c.clientId from RoleEntity r"
                        + " left join ClientEntity c on c.id = r.clientId where r.id in (:values)",
                ids,
                Map.of())) {
            String id = (String) row[0];
            KnownClient client = row[2] == null ? null : new KnownClient((String) row[2], (String) row[3]);
            if (rights.mayViewRole(context, new KnownRole(id, (String) row[1], client))) {
                List<String> set = assigned.getOrDefault(id, List.of());
                records.put(id, new RoleCapabilitiesRecord((String) row[1], (String) row[3], null, null, set, null));
            }
        }
        return records;
    }
}
