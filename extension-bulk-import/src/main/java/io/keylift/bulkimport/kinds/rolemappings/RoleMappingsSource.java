// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.rolemappings;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.reference.DepartmentPaths;
import io.keylift.bulkimport.kind.shared.reference.GroupNames;
import io.keylift.bulkimport.kind.shared.reference.GroupPaths;
import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.RoleNames;
import io.keylift.bulkimport.kind.shared.reference.Users;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RemovalTarget;
import io.keylift.bulkimport.kind.spi.TypedSource;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Reads the roles of users, service accounts included, in the order of their usernames, then those of groups of the
 * realm, and then those of departments. Subjects without roles are left out.
 */
final class RoleMappingsSource implements TypedSource<RoleMappingRecord> {

    private static final String USER = "user:";
    private static final String GROUP = "group:";
    private static final String DEPARTMENT = "department:";
    private static final List<String> TYPES = List.of(USER, GROUP, DEPARTMENT);

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        if (!permissions.groups().canList() && !permissions.orgs().canQuery()) {
            permissions.users().requireQuery();
        }
    }

    @Override
    public boolean showsAll(ReadContext context) {
        return ViewRights.of(context).mayViewAllUsers(context)
                && (ViewRights.of(context).mayViewAllOrganizations(context)
                        || !context.permissions().orgs().canQuery());
    }

    @Override
    public Set<String> filters() {
        return Set.of(Filters.ROLE, Filters.CLIENT);
    }

    @Override
    public List<String> types() {
        return TYPES;
    }

    @Override
    public KeyOrder order(ExportContext context, Selection selection, String type) {
        Filters filters = Filters.of(context, selection);
        if (!mayList(context, type)) {
            return null;
        }
        return switch (type) {
            case USER ->
                mapped(
                        KeyOrder.of("u.id", "UserEntity u", "u.username")
                                .where(
                                        "u.realmId = :realm",
                                        "realm",
                                        context.realm().getId())
                                .listed(AdminPermissionsSchema.USERS),
                        filters,
                        "UserRoleMappingEntity m",
                        "m.user = u");
            case GROUP -> groups(context, filters, GroupModel.Type.REALM).listed(AdminPermissionsSchema.GROUPS);
            default ->
                groups(context, filters, GroupModel.Type.ORGANIZATION)
                        .where("g.parentId <> '" + GroupEntity.TOP_PARENT_ID + "'")
                        .listed(AdminPermissionsSchema.ORGANIZATIONS, "organization");
        };
    }

    /** Whether the Admin API lists anything of the type for the caller. */
    private static boolean mayList(ExportContext context, String type) {
        AdminPermissionEvaluator permissions = context.permissions();
        return context.seesAll()
                || switch (type) {
                    case USER -> permissions.users().canQuery();
                    case GROUP -> permissions.groups().canList();
                    default -> permissions.orgs().canQuery();
                };
    }

    private static KeyOrder groups(ExportContext context, Filters filters, GroupModel.Type type) {
        KeyOrder groups = KeyOrder.of("g.id", "GroupEntity g", "g.parentId", "g.name")
                .where("g.realm = :realm", "realm", context.realm().getId())
                .where("g.type = :type", "type", type.intValue());
        return mapped(groups, filters, "GroupRoleMappingEntity m", "m.group = g");
    }

    /** The subjects with the role of the filters, with any role of their client, or with any role at all. */
    private static KeyOrder mapped(KeyOrder subjects, Filters filters, String mapping, String ofSubject) {
        KnownClient client = filters.client();
        String role = filters.role(client);
        if (role != null) {
            return subjects.join(mapping + " on " + ofSubject + " and m.roleId = :role")
                    .with("role", role);
        }
        String any = "exists (select 1 from " + mapping + " where " + ofSubject;
        return client == null
                ? subjects.where(any + ")")
                : subjects.where(
                        any + " and m.roleId in (select r.id from RoleEntity r where r.clientId = :client))",
                        "client",
                        client.id());
    }

    @Override
    public RemovalTarget target(String id) {
        String object = id.substring(id.indexOf(':') + 1);
        return new RemovalTarget(
                id.startsWith(USER) ? RemovalTarget.Type.OF_USER : RemovalTarget.Type.OF_GROUP, object);
    }

    @Override
    public List<String> find(ExportContext context, List<RoleMappingRecord> keys) {
        Queries rows = new Queries(context.entityManager());
        Users users = Users.inTables(context, rows);
        GroupPaths groups = new GroupPaths(context, rows);
        DepartmentPaths departments = new DepartmentPaths(context, rows);
        List<RoleMapping> named = keys.stream()
                .map(key -> key.key() == null ? null : key.valid(false))
                .toList();
        for (RoleMapping one : named) {
            if (one != null && one.isOfDepartment()) {
                departments.need(one.organization(), one.group());
            } else if (one != null && one.isOfGroup()) {
                groups.need(one.group());
            } else if (one != null) {
                users.need(one.user());
            }
        }
        users.load();
        groups.load();
        departments.load();
        return named.stream().map(one -> id(one, users, groups, departments)).toList();
    }

    private static String id(RoleMapping named, Users users, GroupPaths groups, DepartmentPaths departments) {
        if (named == null) {
            return null;
        }
        if (named.isOfDepartment()) {
            String id = departments.id(named.organization(), named.group());
            return id == null ? null : DEPARTMENT + id;
        }
        String id = named.isOfGroup() ? groups.id(named.group()) : users.id(named.user());
        return id == null ? null : (named.isOfGroup() ? GROUP : USER) + id;
    }

    /** Each user has the default role of the realm. */
    @Override
    public BinaryOperator<RoleMappingRecord> normalizer(ExportContext context) {
        String defaultRole = context.realm().getDefaultRole().getName();
        return (mapping, stored) -> {
            if (mapping.getRealmRoles() != null
                    && stored.getRealmRoles() != null
                    && stored.getUsername() != null
                    && stored.getRealmRoles().contains(defaultRole)) {
                mapping.setRealmRoles(Stream.concat(mapping.getRealmRoles().stream(), Stream.of(defaultRole))
                        .toList());
            }
            return mapping;
        };
    }

    /** The roles of the scope's client or, without one, all roles except the default role of the realm. */
    @Override
    public RoleMappingRecord within(ReadContext context, Selection scope, RoleMappingRecord record) {
        String client = scope.filters().get(Filters.CLIENT);
        if (client != null) {
            List<String> ofClient = record.getClientRoles() == null
                    ? List.of()
                    : record.getClientRoles().getOrDefault(client, List.of());
            record.setRealmRoles(null);
            record.setClientRoles(Map.of(client, ofClient));
        } else if (record.getRealmRoles() != null) {
            String defaultRole = context.realm().getDefaultRole().getName();
            record.setRealmRoles(record.getRealmRoles().stream()
                    .filter(role -> !role.equals(defaultRole))
                    .toList());
        }
        return record.roles().giveAnyRole() ? record : null;
    }

    @Override
    public Map<String, RoleMappingRecord> load(ExportContext context, Selection selection, Collection<String> ids) {
        Queries rows = new Queries(context.entityManager());
        ViewRights rights = ViewRights.of(context);
        List<String> users = TypedSource.of(USER, ids).stream()
                .filter(id -> rights.mayViewUser(context, id))
                .toList();
        GroupNames paths = GroupNames.loadReferences(
                context,
                rows,
                Stream.concat(TypedSource.of(GROUP, ids).stream(), TypedSource.of(DEPARTMENT, ids).stream())
                        .toList());
        List<String> groups = Stream.concat(
                        TypedSource.of(GROUP, ids).stream().filter(id -> rights.mayViewGroup(context, id)),
                        TypedSource.of(DEPARTMENT, ids).stream()
                                .filter(id -> mayViewDepartment(context, paths.place(id))))
                .toList();
        Map<String, List<String>> mappings = new HashMap<>();
        read(
                rows,
                "select m.user.id, m.roleId from UserRoleMappingEntity m where m.user.id in (:values)",
                users,
                mappings);
        read(
                rows,
                "select m.group.id, m.roleId from GroupRoleMappingEntity m where m.group.id in (:values)",
                groups,
                mappings);
        Set<String> distinct = new HashSet<>();
        mappings.values().forEach(distinct::addAll);
        RoleNames names = RoleNames.load(context, rows, distinct);
        Map<String, RoleMappingRecord> records = new HashMap<>();
        rows.select("select u.id, u.username from UserEntity u where u.id in (:values)", users, Map.of())
                .forEach(row -> {
                    RoleMappingRecord record = record(names, USER + row[0], mappings.get((String) row[0]));
                    record.setUsername((String) row[1]);
                    records.put(USER + row[0], record);
                });
        for (String id : groups) {
            GroupNames.Place place = paths.place(id);
            if (mappings.containsKey(id) && place != null) {
                boolean ofRealm = place.organization() == null;
                String key = (ofRealm ? GROUP : DEPARTMENT) + id;
                String path = paths.reference(id, place.path());
                if (path == null) {
                    context.hidden(key, ofRealm ? "group" : "department");
                    continue;
                }
                RoleMappingRecord record = record(names, key, mappings.get(id));
                if (ofRealm) {
                    record.setGroup(path);
                } else {
                    record.setOrganization(place.organization().alias());
                    record.setDepartment(path);
                }
                records.put(key, record);
            }
        }
        return records;
    }

    /** Permission to view an organization includes its departments. */
    private static boolean mayViewDepartment(ExportContext context, GroupNames.Place place) {
        return place != null
                && place.organization() != null
                && place.path() != null
                && ViewRights.of(context)
                        .mayViewOrganization(context, place.organization().id());
    }

    private static void read(Queries rows, String jpql, List<String> ids, Map<String, List<String>> mappings) {
        rows.select(jpql, ids, Map.of())
                .forEach(row -> mappings.computeIfAbsent((String) row[0], id -> new ArrayList<>())
                        .add((String) row[1]));
    }

    private static RoleMappingRecord record(RoleNames names, String id, List<String> roles) {
        RoleNames.Named named = names.name(id, roles == null ? List.of() : roles);
        RoleMappingRecord record = new RoleMappingRecord();
        record.setRealmRoles(named.realmRoles());
        record.setClientRoles(named.clientRoles());
        return record;
    }
}
