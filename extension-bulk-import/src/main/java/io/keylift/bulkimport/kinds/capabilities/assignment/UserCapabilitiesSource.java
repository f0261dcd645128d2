// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.assignment;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.filter.UserFilters;
import io.keylift.bulkimport.kind.shared.reference.Users;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RemovalTarget;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.capability.assignment.HolderType;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Reads the direct assignments of users. */
final class UserCapabilitiesSource extends AssignmentsSource<UserCapabilitiesRecord> {

    UserCapabilitiesSource() {
        super(HolderType.USER);
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        permissions.users().requireQuery();
    }

    @Override
    public boolean showsAll(ReadContext context) {
        return ViewRights.of(context).mayViewAllUsers(context);
    }

    @Override
    UserCapabilitiesRecord withSet(UserCapabilitiesRecord record, List<String> set) {
        return new UserCapabilitiesRecord(record.username(), record.email(), record.userId(), null, null, set, null);
    }

    @Override
    List<String> holders(ExportContext context, Queries rows, List<UserCapabilitiesRecord> keys) {
        Users users = Users.inTables(context, rows);
        keys.stream().filter(UserCapabilitiesRecord::namesUser).forEach(key -> users.need(key.user()));
        users.load();
        return keys.stream()
                .map(key -> key.namesUser() ? users.id(key.user()) : null)
                .toList();
    }

    /** A client selects users only together with a role. */
    @Override
    public Set<String> scopes() {
        return Set.of(Filters.ORGANIZATION, Filters.GROUP);
    }

    @Override
    public RemovalTarget target(String id) {
        return new RemovalTarget(RemovalTarget.Type.OF_USER, id);
    }

    @Override
    public Set<String> filters() {
        return UserFilters.NAMES;
    }

    @Override
    KeyOrder filtered(KeyOrder holders, Filters filters) {
        return UserFilters.apply(
                holders.join("UserEntity u on u.id = h.id").listed(AdminPermissionsSchema.USERS), filters);
    }

    @Override
    Map<String, UserCapabilitiesRecord> records(
            ExportContext context, Queries rows, Collection<String> ids, Map<String, List<String>> assigned) {
        ViewRights rights = ViewRights.of(context);
        Map<String, UserCapabilitiesRecord> records = new HashMap<>();
        for (Object[] row :
                rows.select("select u.id, u.username from UserEntity u where u.id in (:values)", ids, Map.of())) {
            String id = (String) row[0];
            if (rights.mayViewUser(context, id)) {
                List<String> set = assigned.getOrDefault(id, List.of());
                records.put(id, new UserCapabilitiesRecord((String) row[1], null, null, null, null, set, null));
            }
        }
        return records;
    }
}
