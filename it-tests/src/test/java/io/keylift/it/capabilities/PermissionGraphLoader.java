// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes many graphs to one realm of Keycloak. No edge leads from one graph to another, so a decision that wrongly
 * depends on another graph is detected.
 */
final class PermissionGraphLoader {

    private final CapabilityRealm realm;
    private final Map<String, String> serviceAccounts = new ConcurrentHashMap<>();

    PermissionGraphLoader(CapabilityRealm realm) {
        this.realm = realm;
    }

    void load(List<PermissionGraph> graphs) {
        List<Object> clients = new ArrayList<>();
        List<Object> roles = new ArrayList<>();
        List<Object> groups = new ArrayList<>();
        List<Object> users = new ArrayList<>();
        List<Object> mappings = new ArrayList<>();
        for (PermissionGraph graph : graphs) {
            if (graph.client != null) {
                clients.add(Map.of("clientId", graph.client, "serviceAccountsEnabled", true));
                Set<String> granted = graph.userRoles.get(graph.serviceAccount());
                if (!granted.isEmpty()) {
                    mappings.add(record("username", graph.serviceAccount(), granted));
                }
            }
            graph.roles.forEach((role, parts) -> roles.add(role(role, parts)));
            graph.groupRoles.forEach((path, granted) -> groups.add(record("path", path, granted)));
            graph.userRoles.forEach((user, granted) -> {
                if (!user.equals(graph.serviceAccount())) {
                    ObjectNode record = record("username", user, granted);
                    record.put("id", user).put("enabled", true);
                    add(record.putArray("groups"), graph.userGroups.get(user));
                    users.add(record);
                }
            });
        }
        load("clients", clients);
        load("roles", roles);
        load("groups", groups);
        load("users", users);
        load("role-mappings", mappings);
        source(graphs);
        assign(graphs);
    }

    private void load(String kind, List<Object> records) {
        HttpResponse<String> answer = realm.send("POST", "bulk-import/" + kind + "?chunkSize=10000", records);
        String end = answer.body().lines().reduce((first, second) -> second).orElseThrow();
        assertThat(AdminHttp.parse(end).path("added").asInt()).as(answer.body()).isEqualTo(records.size());
    }

    private static ObjectNode role(String role, Set<String> parts) {
        ObjectNode record = AdminHttp.JSON.createObjectNode();
        int slash = role.indexOf('/');
        record.put("name", role.substring(slash + 1));
        if (slash > 0) {
            record.put("client", role.substring(0, slash));
        }
        if (!parts.isEmpty()) {
            divide(parts, record.putObject("composites"), "realm", "client");
        }
        return record;
    }

    private static ObjectNode record(String key, String value, Set<String> roles) {
        ObjectNode record = AdminHttp.JSON.createObjectNode().put(key, value);
        divide(roles, record, "realmRoles", "clientRoles");
        return record;
    }

    private static void divide(Set<String> roles, ObjectNode into, String realmField, String clientField) {
        ArrayNode ofRealm = into.putArray(realmField);
        ObjectNode ofClients = into.putObject(clientField);
        for (String role : roles) {
            int slash = role.indexOf('/');
            if (slash < 0) {
                ofRealm.add(role);
            } else {
                ofClients.withArray("/" + role.substring(0, slash)).add(role.substring(slash + 1));
            }
        }
    }

    private static void add(ArrayNode list, Set<String> texts) {
        texts.forEach(list::add);
    }

    private void source(List<PermissionGraph> graphs) {
        List<Map<String, Object>> capabilities = new ArrayList<>();
        List<Map<String, Object>> sets = new ArrayList<>();
        for (PermissionGraph graph : graphs) {
            graph.catalog.forEach((name, members) -> {
                if (members == null) {
                    capabilities.add(Map.of("name", name));
                } else {
                    sets.add(Map.of("name", name, "members", members));
                }
            });
        }
        realm.source("graphs", Map.of("version", "1", "capabilities", capabilities, "sets", sets));
    }

    private void assign(List<PermissionGraph> graphs) {
        List<Map<String, Object>> changes = new ArrayList<>();
        for (PermissionGraph graph : graphs) {
            graph.assigned.forEach((holder, names) -> {
                int slash = holder.indexOf('/');
                if (slash > 0) {
                    changes.add(Map.of(
                            "client", holder.substring(0, slash), "role", holder.substring(slash + 1), "set", names));
                } else if (graph.roles.containsKey(holder)) {
                    changes.add(Map.of("role", holder, "set", names));
                }
            });
        }
        send("POST", "capabilities/roles:batch", Map.of("changes", changes));
        graphs.parallelStream()
                .forEach(graph -> graph.userRoles.keySet().stream()
                        .filter(graph.assigned::containsKey)
                        .forEach(user -> send(
                                "PUT",
                                "capabilities/users/" + id(graph, user),
                                Map.of("set", graph.assigned.get(user)))));
    }

    private void send(String method, String path, Object body) {
        HttpResponse<String> answer = realm.send(method, path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    /** Id of a user of a graph: the name, unless Keycloak made the user. */
    String id(PermissionGraph graph, String user) {
        if (!user.equals(graph.serviceAccount())) {
            return user;
        }
        return serviceAccounts.computeIfAbsent(graph.client, clientId -> {
            String client = realm.admin()
                    .get(realm.path("clients?clientId=" + clientId))
                    .at("/0/id")
                    .asText();
            return realm.admin()
                    .get(realm.path("clients/" + client + "/service-account-user"))
                    .get("id")
                    .asText();
        });
    }
}
