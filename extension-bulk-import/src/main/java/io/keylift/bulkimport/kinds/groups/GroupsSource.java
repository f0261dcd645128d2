// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.filter.GroupFilters;
import io.keylift.bulkimport.kind.shared.reference.GroupPath;
import io.keylift.bulkimport.kind.shared.reference.GroupPaths;
import io.keylift.bulkimport.kind.shared.reference.RoleNames;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.OrderedSource;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.ReferrerCounts;
import io.keylift.bulkimport.kind.spi.RemovalTarget;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Reads the groups of the realm, one parent after the other. */
final class GroupsSource implements OrderedSource<GroupRecord> {

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        permissions.groups().requireList();
    }

    @Override
    public boolean showsAll(ReadContext context) {
        return ViewRights.of(context).mayViewAllUsers(context);
    }

    @Override
    public Set<String> filters() {
        return GroupFilters.NAMES;
    }

    @Override
    public KeyOrder order(ExportContext context, Selection selection) {
        return GroupFilters.ofRealm(
                KeyOrder.of("g.id", "GroupEntity g", "g.parentId", "g.name")
                        .where("g.realm = :realm", "realm", context.realm().getId())
                        .where("g.type = :type", "type", GroupModel.Type.REALM.intValue())
                        .listed(AdminPermissionsSchema.GROUPS),
                Filters.of(context, selection));
    }

    @Override
    public RemovalTarget target(String id) {
        return new RemovalTarget(RemovalTarget.Type.GROUP, id);
    }

    @Override
    public boolean isNamedByOutcomes() {
        return true;
    }

    @Override
    public List<String> find(ExportContext context, List<GroupRecord> keys) {
        GroupPaths paths = new GroupPaths(context, new Queries(context.entityManager()));
        String top = GroupEntity.TOP_PARENT_ID;
        keys.stream().filter(key -> key.path() != null).forEach(key -> paths.need(top, key.path(), key.name()));
        paths.load();
        return keys.stream()
                .map(key -> key.path() == null ? null : paths.id(top, key.path(), key.name()))
                .toList();
    }

    @Override
    public Map<String, List<?>> implied(ExportContext context, List<GroupRecord> records) {
        boolean escaped = KeycloakModelUtils.escapeSlashesInGroupPath(context.session());
        Set<GroupRecord> above = new LinkedHashSet<>();
        for (GroupRecord record : records) {
            if (record.path() != null) {
                GroupPath path = GroupPath.parse(record.path(), escaped, record.name());
                for (; path != null && !path.isTop(); path = path.parent()) {
                    above.add(named(path.parent(), escaped));
                }
            }
        }
        return Map.of(GroupsKind.ID, List.copyOf(above));
    }

    @Override
    public boolean referToEachOther() {
        return true;
    }

    @Override
    public RowReference row(String id) {
        return new RowReference("KEYCLOAK_GROUP", id);
    }

    @Override
    public Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        return new ReferrerCounts(context, ids)
                .count("m.groupId", "UserGroupMembershipEntity m")
                .count("g.parentId", "GroupEntity g")
                .count("d", "RealmEntity r join r.defaultGroupIds d")
                .counts();
    }

    @Override
    public Map<String, GroupRecord> load(ExportContext context, Selection selection, Collection<String> ids) {
        ViewRights rights = ViewRights.of(context);
        List<String> visible =
                ids.stream().filter(id -> rights.mayViewGroup(context, id)).toList();
        GroupReader reader = new GroupReader(context, visible, GroupModel.Type.REALM).withRoles(context, visible);
        Map<String, GroupRecord> groups = new HashMap<>();
        visible.stream().filter(reader::has).forEach(id -> groups.put(id, group(reader, id)));
        return groups;
    }

    private static GroupRecord named(GroupPath path, boolean escaped) {
        return !escaped && path.hasSlashes()
                ? GroupRecord.named(path.exactText(), path.name())
                : GroupRecord.named(path.text(escaped), null);
    }

    private static GroupRecord group(GroupReader reader, String id) {
        RoleNames.Named roles = reader.roles(id);
        return new GroupRecord(
                id,
                reader.names().recordText(id),
                reader.name(id),
                reader.description(id),
                reader.attributes(id),
                roles.realmRoles(),
                roles.clientRoles(),
                null,
                null,
                null,
                null,
                null,
                null);
    }
}
