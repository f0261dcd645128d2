// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.filter.GroupFilters;
import io.keylift.bulkimport.kind.shared.reference.DepartmentPaths;
import io.keylift.bulkimport.kind.shared.reference.GroupNames;
import io.keylift.bulkimport.kind.shared.reference.GroupPath;
import io.keylift.bulkimport.kind.shared.reference.Organizations.Organization;
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

/** Reads the departments of all organizations, one parent after the other. */
final class DepartmentsSource implements OrderedSource<DepartmentRecord> {

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        permissions.orgs().requireQuery();
    }

    @Override
    public boolean showsAll(ReadContext context) {
        return ViewRights.of(context).mayViewAllOrganizations(context);
    }

    @Override
    public Set<String> filters() {
        return Filters.names(GroupFilters.NAMES, Filters.ORGANIZATION);
    }

    @Override
    public KeyOrder order(ExportContext context, Selection selection) {
        KeyOrder departments = KeyOrder.of("g.id", "GroupEntity g", "g.parentId", "g.name")
                .where("g.realm = :realm", "realm", context.realm().getId())
                .where("g.type = :type", "type", GroupModel.Type.ORGANIZATION.intValue())
                .where("g.parentId <> '" + GroupEntity.TOP_PARENT_ID + "'")
                .listed(AdminPermissionsSchema.ORGANIZATIONS, "organization");
        Filters filters = Filters.of(context, selection);
        Organization organization = filters.organization();
        if (organization != null) {
            departments.where("g.organization.id = :organization", "organization", organization.id());
        }
        return GroupFilters.ofOrganization(departments, filters);
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
    public List<String> find(ExportContext context, List<DepartmentRecord> keys) {
        DepartmentPaths paths = new DepartmentPaths(context, new Queries(context.entityManager()));
        keys.forEach(key -> paths.need(key.organization(), key.path(), key.name()));
        paths.load();
        return keys.stream()
                .map(key -> paths.id(key.organization(), key.path(), key.name()))
                .toList();
    }

    @Override
    public Map<String, List<?>> implied(ExportContext context, List<DepartmentRecord> records) {
        boolean escaped = KeycloakModelUtils.escapeSlashesInGroupPath(context.session());
        Set<DepartmentRecord> above = new LinkedHashSet<>();
        for (DepartmentRecord record : records) {
            if (record.path() != null) {
                GroupPath path = GroupPath.parse(record.path(), escaped, record.name());
                for (; path != null && !path.isTop(); path = path.parent()) {
                    above.add(named(record.organization(), path.parent(), escaped));
                }
            }
        }
        return Map.of(DepartmentsKind.ID, List.copyOf(above));
    }

    private static DepartmentRecord named(String organization, GroupPath path, boolean escaped) {
        return !escaped && path.hasSlashes()
                ? DepartmentRecord.named(organization, path.exactText(), path.name())
                : DepartmentRecord.named(organization, path.text(escaped), null);
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
                .counts();
    }

    @Override
    public Map<String, DepartmentRecord> load(ExportContext context, Selection selection, Collection<String> ids) {
        ViewRights rights = ViewRights.of(context);
        GroupReader reader = new GroupReader(context, ids, GroupModel.Type.ORGANIZATION).withRoles(context, ids);
        Map<String, DepartmentRecord> departments = new HashMap<>();
        for (String id : ids) {
            GroupNames.Place place = reader.has(id) ? reader.names().place(id) : null;
            if (place != null
                    && place.organization() != null
                    && place.path() != null
                    && rights.mayViewOrganization(context, place.organization().id())) {
                RoleNames.Named roles = reader.roles(id);
                String path = reader.names().recordText(id);
                String name = place.path().name();
                boolean needsName = place.path().isNameSlashed() || GroupPath.isExact(path, name);
                departments.put(
                        id,
                        new DepartmentRecord(
                                place.organization().alias(),
                                path,
                                needsName ? name : null,
                                reader.description(id),
                                reader.attributes(id),
                                roles.realmRoles(),
                                roles.clientRoles(),
                                id));
            }
        }
        return departments;
    }
}
