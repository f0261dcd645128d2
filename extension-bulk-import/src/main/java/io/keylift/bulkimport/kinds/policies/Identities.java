// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import static io.keylift.request.Pointers.to;

import io.keylift.bulkimport.kind.shared.reference.GroupPaths;
import io.keylift.bulkimport.kind.shared.reference.KeycloakKeys;
import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.Roles;
import io.keylift.bulkimport.kind.shared.reference.Users;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.RealmFilter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.keycloak.models.GroupModel;
import org.keycloak.representations.idm.authorization.GroupPolicyRepresentation.GroupDefinition;

/**
 * Roles, users, clients, groups and client scopes that the policies of a chunk name, each by id or name, in the way of
 * Keycloak's policy providers. First call {@code need} for all of them, then {@link #load} once.
 */
final class Identities {

    private static final Pattern UUID =
            Pattern.compile("[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}");

    private final ImportContext context;
    private final Queries rows;
    private final Roles roles;
    private final Users usersById;
    private final Users usersByName;
    private final GroupPaths paths;
    private final Set<String> neededRoles = new HashSet<>();
    private final Set<String> neededUsers = new HashSet<>();
    private final Set<String> neededClients = new HashSet<>();
    private final Set<String> neededGroups = new HashSet<>();
    private final Set<String> neededScopes = new HashSet<>();
    private final Set<String> roleIds = new HashSet<>();
    private final Map<String, String> clients = new HashMap<>();
    private final Map<String, Integer> groupTypes = new HashMap<>();
    private final Map<String, String> scopes = new HashMap<>();

    Identities(ImportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
        roles = new Roles(context, rows);
        usersById = new Users(context, rows);
        usersByName = new Users(context, rows);
        paths = new GroupPaths(context, rows);
    }

    /** @param role id or name; for a role of a client, the clientId, a slash and the name */
    void needRole(String role) {
        int slash = role.indexOf('/');
        if (slash < 0) {
            neededRoles.add(role);
            roles.need(List.of(role), null);
        } else {
            roles.need(null, Map.of(role.substring(0, slash), List.of(role.substring(slash + 1))));
        }
    }

    void needUser(String user) {
        neededUsers.add(user);
    }

    void needClient(String client) {
        neededClients.add(client);
    }

    void needGroup(GroupDefinition group) {
        if (group.getId() != null) {
            neededGroups.add(group.getId());
        } else {
            paths.need(group.getPath());
        }
    }

    void needClientScope(String scope) {
        neededScopes.add(scope);
    }

    void load() {
        String realm = context.realm().getId();
        roles.load();
        roleIds.addAll(inRealm("select r.id from RoleEntity r where ", "r", neededRoles));
        loadUsers();
        inRealm("select c.id from ClientEntity c where ", "c", neededClients).forEach(id -> clients.put(id, id));
        // A clientId takes precedence over an id, as in Keycloak.
        rows.select(KeycloakKeys.CLIENT_ID, realm, neededClients)
                .forEach(row -> clients.put((String) row[1], (String) row[0]));
        rows.select(
                        "select g.id, g.type from GroupEntity g where g.realm = :realm and g.id in (:values)",
                        neededGroups,
                        Map.of("realm", realm))
                .forEach(row -> groupTypes.put((String) row[0], (Integer) row[1]));
        paths.load();
        inRealm("select s.id from ClientScopeEntity s where ", "s", neededScopes)
                .forEach(id -> scopes.put(id, id));
        rows.select(
                        "select s.id, s.name from ClientScopeEntity s where s.realmId = :realm and s.name in (:values)",
                        neededScopes,
                        Map.of("realm", realm))
                .forEach(row -> scopes.put((String) row[1], (String) row[0]));
    }

    private List<String> inRealm(String select, String alias, Set<String> ids) {
        return rows.list(
                select + RealmFilter.of(alias) + " and " + alias + ".id in (:values)",
                String.class,
                ids,
                Map.of("realm", context.realm().getId()));
    }

    /** An id takes precedence over a name, as in Keycloak; storages are not asked for the name of a known id. */
    private void loadUsers() {
        neededUsers.forEach(user -> usersById.need(id(user)));
        usersById.load();
        neededUsers.stream()
                .filter(user -> !usersById.isKnown(id(user)))
                .forEach(user -> usersByName.need(username(user)));
        usersByName.load();
    }

    private static Users.Name id(String user) {
        return new Users.Name(null, null, user);
    }

    private static Users.Name username(String user) {
        return new Users.Name(user, null, null);
    }

    /** Id of the role; {@code null} after a reject. */
    String role(Item<?> item, String role, String pointer) {
        int slash = role.indexOf('/');
        String id;
        if (slash < 0) {
            String named = roles.realmRole(role);
            String same = roleIds.contains(role) ? role : null;
            boolean idFirst =
                    named == null || same != null && UUID.matcher(role).matches();
            id = idFirst ? same : named;
        } else {
            KnownClient client = roles.knownClient(role.substring(0, slash));
            if (client == null) {
                item.reject(RejectCode.UNKNOWN_CLIENT, pointer, "The realm has no client with this client id");
                return null;
            }
            id = roles.clientRole(client.id(), role.substring(slash + 1));
        }
        return found(item, id, RejectCode.UNKNOWN_ROLE, pointer, "The realm or client has no such role");
    }

    /** Id of the user; {@code null} after a reject. */
    String user(Item<?> item, String user, String pointer) {
        Users found = usersById.isKnown(id(user)) ? usersById : usersByName;
        Users.Name name = found == usersById ? id(user) : username(user);
        Users.User known = found.findIfPresent(item, name);
        return found(
                item,
                known == null ? null : known.id(),
                RejectCode.UNKNOWN_USER,
                pointer,
                "The realm has no such user");
    }

    /** Internal id of the client; {@code null} after a reject. */
    String client(Item<?> item, String client, String pointer) {
        return found(
                item,
                clients.get(client),
                RejectCode.UNKNOWN_CLIENT,
                pointer,
                "The realm has no client with this client id");
    }

    /** Id of the client scope; {@code null} after a reject. */
    String clientScope(Item<?> item, String scope, String pointer) {
        return found(
                item,
                scopes.get(scope),
                RejectCode.UNKNOWN_CLIENT_SCOPE,
                pointer,
                "The realm has no client scope with this name");
    }

    /** Id of the group; {@code null} after a reject. */
    String group(Item<?> item, GroupDefinition group, String pointer) {
        String id = group.getId();
        if (id == null) {
            return found(
                    item,
                    paths.id(group.getPath()),
                    RejectCode.UNKNOWN_GROUP,
                    to(pointer, "path"),
                    "The realm has no group with this path");
        }
        Integer type = groupTypes.get(id);
        if (type != null && type != GroupModel.Type.REALM.intValue()) {
            item.reject(
                    RejectCode.INVALID,
                    to(pointer, "id"),
                    "The group belongs to an organization. A policy requires a group of the realm.");
            return null;
        }
        return found(
                item,
                type == null ? null : id,
                RejectCode.UNKNOWN_GROUP,
                to(pointer, "id"),
                "The realm has no group with this id");
    }

    private static String found(Item<?> item, String id, String code, String pointer, String message) {
        if (id == null) {
            item.reject(code, pointer, message);
        }
        return id;
    }
}
