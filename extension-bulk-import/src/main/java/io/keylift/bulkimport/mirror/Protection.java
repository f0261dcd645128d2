// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.mirror;

import io.keylift.bulkimport.kind.BuiltIn;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RemovalTarget;
import io.keylift.bulkimport.kind.spi.RemovalTarget.Type;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RoleModel;

/**
 * The objects of any kind that a mirror never removes, because the realm or its administrators depend on them.
 *
 * <ul>
 *   <li>the caller, the client of the caller's token, service accounts, users of user storages
 *   <li>clients, client scopes and roles that Keycloak creates, the default role and the roles that it contains
 *   <li>admin roles, roles that contain one, and users, groups and clients that have one
 *   <li>objects whose removal removes one of these: a group above, the organization of a managed member
 * </ul>
 */
final class Protection {

    private static final String CALLER = "caller";
    private static final String REALM = "realm";

    private final ReadContext context;
    private final Queries rows;
    private final Administrators administrators;
    private final String caller;

    Protection(ReadContext context) {
        this.context = context;
        rows = new Queries(context.entityManager());
        administrators = new Administrators(context, rows);
        caller = context.permissions().adminAuth().getUser().getId();
    }

    /** The objects among these that are never removed. */
    Set<String> among(RecordSource<?> source, Collection<String> ids) {
        Map<Type, Set<String>> targets = new EnumMap<>(Type.class);
        ids.stream()
                .map(source::target)
                .filter(target -> target != null)
                .forEach(target -> targets.computeIfAbsent(target.type(), type -> new HashSet<>())
                        .add(target.id()));
        Map<Type, Set<String>> kept = new EnumMap<>(Type.class);
        targets.forEach((type, all) -> kept.put(type, among(type, all)));
        Set<String> found = new HashSet<>();
        for (String id : ids) {
            RemovalTarget target = source.target(id);
            if (target != null && kept.get(target.type()).contains(target.id())) {
                found.add(id);
            }
        }
        return found;
    }

    private Set<String> among(Type type, Set<String> ids) {
        return switch (type) {
            case USER -> users(ids, true);
            case OF_USER -> users(ids, false);
            case GROUP -> groups(ids);
            case OF_GROUP -> administrators.groups(ids);
            case ROLE -> roles(ids);
            case CLIENT -> clients(ids);
            case CLIENT_SCOPE -> clientScopes(ids);
            case ORGANIZATION -> organizations(ids);
        };
    }

    /** The groups below those among these objects that are groups, by the ids of the objects. */
    Map<String, Set<String>> below(RecordSource<?> source, Collection<String> ids) {
        Map<String, String> groups = new HashMap<>();
        for (String id : ids) {
            RemovalTarget target = source.target(id);
            if (target != null && target.type() == Type.GROUP) {
                groups.put(id, target.id());
            }
        }
        Map<String, Set<String>> below = administrators.below(groups.values());
        Map<String, Set<String>> found = new HashMap<>();
        groups.forEach((id, group) -> found.put(id, below.get(group)));
        return found;
    }

    /** @param removed whether the users would be removed; their user storage decides that for them */
    private Set<String> users(Set<String> ids, boolean removed) {
        Set<String> kept = new HashSet<>(administrators.users(ids));
        if (ids.contains(caller)) {
            kept.add(caller);
        }
        kept.addAll(rows.list(
                "select u.id from UserEntity u where u.id in (:values) and (u.serviceAccountClientLink is not null"
                        + (removed ? " or u.federationLink is not null)" : ")"),
                String.class,
                ids,
                Map.of()));
        return kept;
    }

    private Set<String> groups(Set<String> ids) {
        Map<String, Set<String>> below = administrators.below(ids);
        Set<String> all = new HashSet<>(ids);
        below.values().forEach(all::addAll);
        Set<String> administering = administrators.groups(all);
        Set<String> kept = new HashSet<>();
        for (String id : ids) {
            if (Stream.concat(Stream.of(id), below.get(id).stream()).anyMatch(administering::contains)) {
                kept.add(id);
            }
        }
        return kept;
    }

    private Set<String> roles(Set<String> ids) {
        Set<String> kept = new HashSet<>(administrators.roles());
        RoleModel defaultRole = context.realm().getDefaultRole();
        if (defaultRole != null) {
            kept.add(defaultRole.getId());
            kept.addAll(rows.list(
                    "select c.childRole.id from CompositeRoleEntity c where c.parentRole.id in (:values)",
                    String.class,
                    Set.of(defaultRole.getId()),
                    Map.of()));
        }
        kept.retainAll(ids);
        for (Object[] row : rows.select(
                "select r.id, r.name, c.clientId from RoleEntity r left join ClientEntity c on c.id = r.clientId"
                        + " where r.id in (:values)",
                ids,
                Map.of())) {
            boolean builtIn = row[2] == null
                    ? BuiltIn.isRealmRole((String) row[1])
                    : administrators.isBuiltInClient((String) row[2]);
            if (builtIn) {
                kept.add((String) row[0]);
            }
        }
        return kept;
    }

    private Set<String> clients(Set<String> ids) {
        Set<String> kept = new HashSet<>();
        kept.add(context.permissions().adminAuth().getClient().getId());
        ClientModel permissions = context.realm().getAdminPermissionsClient();
        if (permissions != null) {
            kept.add(permissions.getId());
        }
        kept.retainAll(ids);
        rows.select("select c.id, c.clientId from ClientEntity c where c.id in (:values)", ids, Map.of())
                .forEach(row -> {
                    if (administrators.isBuiltInClient((String) row[1])) {
                        kept.add((String) row[0]);
                    }
                });
        Map<String, String> serviceAccounts = new HashMap<>();
        rows.select(
                        "select u.id, u.serviceAccountClientLink from UserEntity u where u.realmId = :realm"
                                + " and u.serviceAccountClientLink in (:values)",
                        ids,
                        Map.of(REALM, context.realm().getId()))
                .forEach(row -> serviceAccounts.put((String) row[0], (String) row[1]));
        Set<String> accounts = new HashSet<>(administrators.users(serviceAccounts.keySet()));
        accounts.add(caller);
        serviceAccounts.keySet().retainAll(accounts);
        kept.addAll(serviceAccounts.values());
        return kept;
    }

    private Set<String> clientScopes(Set<String> ids) {
        Set<String> kept = new HashSet<>();
        rows.select("select s.id, s.name from ClientScopeEntity s where s.id in (:values)", ids, Map.of())
                .forEach(row -> {
                    if (BuiltIn.isClientScope((String) row[1])) {
                        kept.add((String) row[0]);
                    }
                });
        return kept;
    }

    /** The organizations with a managed member who is never removed. */
    private Set<String> organizations(Set<String> ids) {
        String managed = "select distinct o.id from OrganizationEntity o join UserGroupMembershipEntity m"
                + " on m.groupId = o.groupId where o.id in (:values) and m.membershipType = 'MANAGED' and ";
        Set<String> kept = new HashSet<>(rows.list(
                managed + "(m.user.id = :" + CALLER + " or m.user.serviceAccountClientLink is not null"
                        + " or m.user.federationLink is not null)",
                String.class,
                ids,
                Map.of(CALLER, caller)));
        Set<String> roles = administrators.roles();
        if (!roles.isEmpty()) {
            kept.addAll(rows.list(
                    managed + "exists (select 1 from UserRoleMappingEntity r where r.user = m.user"
                            + " and r.roleId in (:roles))",
                    String.class,
                    ids,
                    Map.of("roles", roles)));
        }
        Set<String> groups = administrators.groups();
        if (!groups.isEmpty()) {
            kept.addAll(rows.list(
                    managed + "exists (select 1 from UserGroupMembershipEntity g where g.user = m.user"
                            + " and g.groupId in (:groups))",
                    String.class,
                    ids,
                    Map.of("groups", groups)));
        }
        return kept;
    }
}
