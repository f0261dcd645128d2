// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.shared.reference.GroupNames;
import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.reference.RoleNames;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.keycloak.representations.idm.authorization.GroupPolicyRepresentation.GroupDefinition;
import org.keycloak.storage.StorageId;

/**
 * Names of the objects that the policies of a page refer to by ids. If the caller may not view an object, or if its
 * name is ambiguous, the id is used, which the Admin API shows in every policy. A removed object has no name: Keycloak
 * keeps its id in policies and never reads it.
 */
final class IdentityNames {

    private final ExportContext context;
    private final Queries rows;
    private final ViewRights rights;
    private final Set<String> neededRoles = new HashSet<>();
    private final Set<String> neededUsers = new HashSet<>();
    private final Set<String> neededClients = new HashSet<>();
    private final Set<String> neededGroups = new HashSet<>();
    private final Set<String> neededScopes = new HashSet<>();
    private final Map<String, String> users = new HashMap<>();
    private final Map<String, KnownClient> clients = new HashMap<>();
    private final Map<String, String> scopes = new HashMap<>();
    private RoleNames roles;
    private GroupNames groups;

    IdentityNames(ExportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
        rights = ViewRights.of(context);
    }

    void needRoles(Collection<String> ids) {
        neededRoles.addAll(ids);
    }

    void needUsers(Collection<String> ids) {
        neededUsers.addAll(ids);
    }

    void needClients(Collection<String> ids) {
        neededClients.addAll(ids);
    }

    void needGroups(Collection<String> ids) {
        neededGroups.addAll(ids);
    }

    void needClientScopes(Collection<String> ids) {
        neededScopes.addAll(ids);
    }

    void load() {
        roles = RoleNames.load(context, rows, neededRoles);
        groups = GroupNames.loadReferences(context, rows, neededGroups);
        select("select u.id, u.username from UserEntity u where u.id in (:values)", neededUsers, users);
        rows.select("select c.id, c.clientId from ClientEntity c where c.id in (:values)", neededClients, Map.of())
                .forEach(row -> clients.put((String) row[0], new KnownClient((String) row[0], (String) row[1])));
        select("select s.id, s.name from ClientScopeEntity s where s.id in (:values)", neededScopes, scopes);
    }

    private void select(String jpql, Set<String> ids, Map<String, String> names) {
        rows.select(jpql, ids, Map.of()).forEach(row -> names.put((String) row[0], (String) row[1]));
    }

    /** Name or id of the role, or {@code null}. */
    String role(String id) {
        KnownRole role = roles.role(id);
        if (role == null) {
            return null;
        }
        String container = role.client() == null ? "" : role.client().clientId();
        boolean isAmbiguous = (role.client() == null ? role.name() : container).indexOf('/') >= 0;
        if (isAmbiguous || !rights.mayViewRole(context, role)) {
            return id;
        }
        return role.client() == null ? role.name() : container + "/" + role.name();
    }

    /** Name or id of the user, or {@code null}. */
    String user(String id) {
        if (!StorageId.isLocalStorage(id)) {
            return id;
        }
        String name = users.get(id);
        return name == null || rights.mayViewUser(context, id) ? name : id;
    }

    /** The clientId of the client, or its id, or {@code null}. */
    String client(String id) {
        KnownClient client = clients.get(id);
        if (client == null) {
            return null;
        }
        return rights.mayViewClient(context, client) ? client.clientId() : id;
    }

    /** The group by its path or id, or {@code null}. */
    GroupDefinition group(String id) {
        GroupNames.Place place = groups.place(id);
        if (place == null || place.path() == null) {
            return null;
        }
        GroupDefinition group = new GroupDefinition();
        String path = groups.reference(id, place.path());
        if (path == null || !rights.mayViewGroup(context, id)) {
            group.setId(id);
        } else {
            group.setPath(path);
        }
        return group;
    }

    /** Name or id of the client scope, or {@code null}. */
    String clientScope(String id) {
        String name = scopes.get(id);
        return name == null || context.permissions().clients().canViewClientScopes() ? name : id;
    }
}
