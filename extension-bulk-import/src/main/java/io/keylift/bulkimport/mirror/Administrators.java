// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.mirror;

import io.keylift.bulkimport.kind.BuiltIn;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.Constants;
import org.keycloak.services.managers.RealmManager;

/**
 * The admin roles of a realm, and the users and groups that have them: directly, by a role that contains one, or by a
 * group or one above it. The number of queries depends on the depth of roles and groups, not on their number.
 */
final class Administrators {

    /** In realm {@code master}, the client that has the admin roles of another realm is called after that realm. */
    private static final String OF_A_REALM = "-realm";

    private final ReadContext context;
    private final Queries rows;
    private final boolean master;
    private Set<String> roles;

    Administrators(ReadContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
        master = RealmManager.isAdministrationRealm(context.realm());
    }

    /** Whether Keycloak creates the client with a realm. */
    boolean isBuiltInClient(String clientId) {
        return BuiltIn.isClient(clientId) || master && clientId.endsWith(OF_A_REALM);
    }

    /** Ids of the admin roles and of the roles that contain one. */
    Set<String> roles() {
        if (roles == null) {
            Set<String> found = new HashSet<>();
            Set<String> level = adminRoles();
            while (!level.isEmpty()) {
                found.addAll(level);
                level = new HashSet<>(rows.list(
                        "select c.parentRole.id from CompositeRoleEntity c where c.childRole.id in (:values)",
                        String.class,
                        level,
                        Map.of()));
                level.removeAll(found);
            }
            roles = found;
        }
        return roles;
    }

    private Set<String> adminRoles() {
        Map<String, String> realm = Map.of("realm", context.realm().getId());
        List<Object[]> clients = rows.page(
                "select c.id, c.clientId from ClientEntity c where c.realmId = :realm and (c.clientId = '"
                        + Constants.REALM_MANAGEMENT_CLIENT_ID + "'"
                        + (master ? " or c.clientId like '%" + OF_A_REALM + "')" : ")"),
                realm,
                Integer.MAX_VALUE);
        Set<String> found = new HashSet<>(rows.list(
                "select r.id from RoleEntity r where r.clientId in (:values)",
                String.class,
                clients.stream().map(row -> (String) row[0]).toList(),
                Map.of()));
        if (master) {
            found.addAll(rows.list(
                    "select r.id from RoleEntity r where r.realmId = :realm and r.clientId is null"
                            + " and r.name in (:values)",
                    String.class,
                    Set.of(AdminRoles.ADMIN, AdminRoles.CREATE_REALM),
                    realm));
        }
        return found;
    }

    /** The users among these who have an admin role. */
    Set<String> users(Collection<String> ids) {
        Set<String> found = new HashSet<>();
        rows.select(
                        "select m.user.id, m.roleId from UserRoleMappingEntity m where m.user.id in (:values)",
                        ids,
                        Map.of())
                .forEach(row -> {
                    if (roles().contains((String) row[1])) {
                        found.add((String) row[0]);
                    }
                });
        Map<String, Set<String>> members = new HashMap<>();
        rows.select(
                        "select m.user.id, m.groupId from UserGroupMembershipEntity m where m.user.id in (:values)",
                        ids,
                        Map.of())
                .forEach(row -> members.computeIfAbsent((String) row[1], group -> new HashSet<>())
                        .add((String) row[0]));
        groups(members.keySet()).forEach(group -> found.addAll(members.get(group)));
        return found;
    }

    /** The groups among these that have an admin role, or are below one that has. */
    Set<String> groups(Collection<String> ids) {
        Map<String, String> parents = new HashMap<>();
        Set<String> level = new HashSet<>(ids);
        while (!level.isEmpty()) {
            Set<String> next = new HashSet<>();
            for (Object[] row : rows.select(
                    "select g.id, g.parentId from GroupEntity g where g.id in (:values)", level, Map.of())) {
                parents.put((String) row[0], (String) row[1]);
                next.add((String) row[1]);
            }
            next.removeAll(parents.keySet());
            next.remove(null);
            level = next;
        }
        Set<String> having = new HashSet<>();
        rows.select(
                        "select m.group.id, m.roleId from GroupRoleMappingEntity m where m.group.id in (:values)",
                        parents.keySet(),
                        Map.of())
                .forEach(row -> {
                    if (roles().contains((String) row[1])) {
                        having.add((String) row[0]);
                    }
                });
        Set<String> found = new HashSet<>();
        for (String id : ids) {
            for (String above = id; above != null; above = parents.get(above)) {
                if (having.contains(above)) {
                    found.add(id);
                }
            }
        }
        return found;
    }

    /** All groups of the realm that have an admin role, or are below one that has. */
    Set<String> groups() {
        Set<String> found = new HashSet<>(rows.list(
                "select m.group.id from GroupRoleMappingEntity m where m.roleId in (:values)",
                String.class,
                roles(),
                Map.of()));
        below(Set.copyOf(found)).values().forEach(found::addAll);
        return found;
    }

    /** The groups below each of these. */
    Map<String, Set<String>> below(Collection<String> groups) {
        Map<String, Set<String>> below = new HashMap<>();
        groups.forEach(group -> below.put(group, new HashSet<>()));
        Map<String, String> parents = new HashMap<>();
        Set<String> level = Set.copyOf(groups);
        while (!level.isEmpty()) {
            Set<String> next = new HashSet<>();
            for (Object[] row : rows.select(
                    "select g.id, g.parentId from GroupEntity g where g.realm = :realm and g.parentId in (:values)",
                    level,
                    Map.of("realm", context.realm().getId()))) {
                if (parents.put((String) row[0], (String) row[1]) == null) {
                    next.add((String) row[0]);
                }
            }
            level = next;
        }
        parents.forEach((child, parent) -> {
            for (String above = parent; above != null; above = parents.get(above)) {
                Set<String> subtree = below.get(above);
                if (subtree != null) {
                    subtree.add(child);
                }
            }
        });
        return below;
    }
}
