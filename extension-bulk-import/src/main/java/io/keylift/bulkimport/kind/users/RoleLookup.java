// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.kind.ImportContext;
import io.keylift.bulkimport.kind.RejectCode;
import io.keylift.bulkimport.kind.Rows;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the roles a chunk's records name: one query for realm roles, one for clients, one for client roles. */
final class RoleLookup {

    private final ImportContext context;
    private final Rows rows;
    private final Rights rights;

    RoleLookup(ImportContext context, Rows rows) {
        this.context = context;
        this.rows = rows;
        this.rights = Rights.of(context);
    }

    void resolve(List<UserWork> works) {
        Map<String, String> realmRoles = realmRoles(works);
        Map<String, String> clients = clients(works);
        Map<String, Map<String, String>> clientRoles = clientRoles(works, clients.values());
        for (UserWork work : works) {
            if (work.record.getRealmRoles() != null) {
                map(work, null, "/realmRoles/", work.record.getRealmRoles(), realmRoles);
            }
            if (work.record.getClientRoles() != null && work.isOpen()) {
                mapClients(work, clients, clientRoles);
            }
        }
    }

    private void mapClients(UserWork work, Map<String, String> clients, Map<String, Map<String, String>> clientRoles) {
        for (Map.Entry<String, List<String>> entry :
                work.record.getClientRoles().entrySet()) {
            String pointer = "/clientRoles/" + Fault.escape(entry.getKey());
            String client = clients.get(entry.getKey());
            if (client == null) {
                work.item.reject(RejectCode.UNKNOWN_CLIENT, pointer, "The realm has no client of this client id");
                return;
            }
            work.clientIds.add(client);
            List<String> names = entry.getValue() == null ? List.of() : entry.getValue();
            map(work, client, pointer + "/", names, clientRoles.getOrDefault(client, Map.of()));
        }
    }

    private void map(UserWork work, String client, String pointer, List<String> names, Map<String, String> ids) {
        for (int i = 0; i < names.size(); i++) {
            String id = ids.get(names.get(i));
            if (id == null) {
                work.item.reject(
                        RejectCode.UNKNOWN_ROLE,
                        pointer + i,
                        client == null ? "The realm has no role of this name" : "The client has no role of this name");
                return;
            }
            if (!rights.mayMapRole(context, id)) {
                work.item.reject(RejectCode.FORBIDDEN, pointer + i, forbidden(work, client, names.get(i), pointer));
                return;
            }
            work.roles.add(new UserWork.Role(id, client));
        }
    }

    private static String forbidden(UserWork work, String client, String role, String pointer) {
        if (client == null) {
            return "You may not map the role " + role;
        }
        String clientId = work.record.getClientRoles().keySet().stream()
                .filter(id -> pointer.equals("/clientRoles/" + Fault.escape(id) + "/"))
                .findFirst()
                .orElse(client);
        return "You may not map the role " + role + " of client " + clientId;
    }

    private Map<String, String> realmRoles(List<UserWork> works) {
        Set<String> names = new HashSet<>();
        for (UserWork work : works) {
            if (work.record.getRealmRoles() != null) {
                names.addAll(work.record.getRealmRoles());
            }
        }
        return names(
                "select r.name, r.id from RoleEntity r"
                        + " where r.clientRole = false and r.realmId = :realm and r.name in (:values)",
                names);
    }

    private Map<String, String> clients(List<UserWork> works) {
        Set<String> clientIds = new HashSet<>();
        for (UserWork work : works) {
            if (work.record.getClientRoles() != null) {
                clientIds.addAll(work.record.getClientRoles().keySet());
            }
        }
        return names(
                "select c.clientId, c.id from ClientEntity c where c.realmId = :realm and c.clientId in (:values)",
                clientIds);
    }

    private Map<String, String> names(String jpql, Collection<String> names) {
        Map<String, String> ids = new HashMap<>();
        for (Object[] row :
                rows.select(jpql, names, Map.of("realm", context.realm().getId()))) {
            ids.put((String) row[0], (String) row[1]);
        }
        return ids;
    }

    /** Ids of client roles by client and name. */
    private Map<String, Map<String, String>> clientRoles(List<UserWork> works, Collection<String> clients) {
        Set<String> names = new HashSet<>();
        for (UserWork work : works) {
            if (work.record.getClientRoles() != null) {
                work.record.getClientRoles().values().forEach(roles -> names.addAll(roles == null ? List.of() : roles));
            }
        }
        Map<String, Map<String, String>> ids = new HashMap<>();
        if (clients.isEmpty()) {
            return ids;
        }
        for (Object[] row : rows.select(
                "select r.clientId, r.name, r.id from RoleEntity r"
                        + " where r.clientRole = true and r.clientId in (:clients) and r.name in (:values)",
                names,
                Map.of("clients", clients))) {
            ids.computeIfAbsent((String) row[0], client -> new HashMap<>()).put((String) row[1], (String) row[2]);
        }
        return ids;
    }
}
