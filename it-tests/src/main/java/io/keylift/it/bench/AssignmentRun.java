// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.SampleCatalog;
import io.keylift.it.tenant.TenantRealm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Gives a role 267 capability sets and takes them away again, with more and more users who have the role and more and more other roles that
 * have as much; against the same rights as parts of a composite role, in one call, which is the fastest way Keycloak has by itself.
 */
final class AssignmentRun {

    /** What a published capability service gives a role in its own measurement. */
    private static final int SETS = 267;

    /** To which these give access there. */
    private static final int ENDPOINTS = 697;

    private static final List<Integer> OTHER_ROLES = List.of(1, 50, 200);
    private static final List<Integer> USERS = List.of(0, 100, 10_000);
    private static final int ROUNDS = 20;
    private static final long SEED = 267;

    private final AdminHttp admin;
    private final String realm;
    private final SampleCatalog catalog = SampleCatalog.realistic(SEED);
    private final List<String> some = catalog.setNames().subList(0, SETS);
    private final List<String> others = catalog.setNames()
            .subList(catalog.setNames().size() - SETS, catalog.setNames().size());
    private final List<Latency> all = new ArrayList<>();

    AssignmentRun(AdminHttp admin, String realm) {
        this.admin = admin;
        this.realm = realm;
    }

    List<Latency> run() throws Exception {
        TenantRealm.create(admin, realm);
        all.add(Latency.of(
                "catalogue of 1,572 capabilities in 375 sets, as a manifest",
                1,
                round -> send("PUT", "capabilities/sources/bench", catalog.manifest("1"))));
        List<String> roles = new ArrayList<>();
        for (int users : USERS) {
            roles.add(roleWithUsers(users));
        }
        int made = 0;
        for (int count : OTHER_ROLES) {
            for (; made < count; made++) {
                replace(role("other-" + made), others);
            }
            for (int i = 0; i < roles.size(); i++) {
                measure(roles.get(i), USERS.get(i) + " users, " + count + " other roles");
            }
        }
        measureComposites();
        measurePermissions();
        return all;
    }

    private void measure(String role, String where) throws Exception {
        System.out.println("Assignments: " + where);
        clear(role);
        all.add(Latency.of(
                "assign " + SETS + " sets, " + where,
                ROUNDS,
                round -> clear(role),
                round -> send("PATCH", "capabilities/roles/" + role, Map.of("add", some))));
        all.add(Latency.of(
                "replace " + SETS + " sets by others, " + where,
                ROUNDS,
                round -> replace(role, round % 2 == 0 ? others : some)));
        all.add(Latency.of(
                "unassign " + SETS + " sets, " + where, ROUNDS, round -> replace(role, some), round -> clear(role)));
    }

    private void replace(String role, List<String> sets) {
        send("PUT", "capabilities/roles/" + role, Map.of("set", sets));
    }

    private void clear(String role) {
        send("DELETE", "capabilities/roles/" + role, null);
    }

    private String roleWithUsers(int users) throws Exception {
        String name = "with-" + users;
        String id = role(name);
        if (users > 0) {
            admin.stream(
                    path("bulk-import/users"),
                    "application/x-ndjson",
                    out -> {
                        for (int i = 0; i < users; i++) {
                            out.write(AdminHttp.JSON.writeValueAsBytes(
                                    Map.of("username", name + "-" + i, "enabled", true, "realmRoles", List.of(name))));
                            out.write('\n');
                        }
                    },
                    line -> {});
        }
        return id;
    }

    /** The capabilities of the same sets as roles of a client. */
    private void measureComposites() throws Exception {
        System.out.println("Composite roles");
        Set<String> names = new TreeSet<>();
        Set<String> selected = Set.copyOf(some);
        catalog.sets().forEach(set -> {
            if (selected.contains(set.get("name").asText())) {
                set.get("members").forEach(member -> names.add(member.asText()));
            }
        });
        admin.post(path("clients"), Map.of("clientId", "rights"));
        String client = admin.get(path("clients?clientId=rights")).at("/0/id").asText();
        admin.stream(
                path("bulk-import/roles"),
                "application/x-ndjson",
                out -> {
                    for (String name : names) {
                        out.write(AdminHttp.JSON.writeValueAsBytes(Map.of("name", name, "client", "rights")));
                        out.write('\n');
                    }
                },
                line -> {});
        ArrayNode parts = AdminHttp.JSON.createArrayNode();
        for (JsonNode role : admin.get(path("clients/" + client + "/roles?max=" + names.size()))) {
            ObjectNode part = parts.addObject();
            part.put("id", role.get("id").asText()).put("name", role.get("name").asText());
        }
        String role = role("composite");
        String what = parts.size() + " client roles to a composite role in one call";
        all.add(Latency.of(
                "add " + what,
                ROUNDS,
                round -> send("DELETE", "roles-by-id/" + role + "/composites", parts),
                round -> send("POST", "roles-by-id/" + role + "/composites", parts)));
    }

    /** The way of the published service: a permission of Keycloak's Authorization Services for each endpoint the role may call. */
    private void measurePermissions() throws Exception {
        System.out.println("Permissions");
        admin.post(
                path("clients"),
                Map.of("clientId", "endpoints", "serviceAccountsEnabled", true, "authorizationServicesEnabled", true));
        String server = "clients/"
                + admin.get(path("clients?clientId=endpoints")).at("/0/id").asText() + "/authz/resource-server/";
        admin.stream(
                path("bulk-import/resources"),
                "application/x-ndjson",
                out -> {
                    for (int i = 0; i < ENDPOINTS; i++) {
                        out.write(AdminHttp.JSON.writeValueAsBytes(Map.of("client", "endpoints", "name", "GET /" + i)));
                        out.write('\n');
                    }
                },
                line -> {});
        List<String> resources = new ArrayList<>();
        admin.get(path(server + "resource?first=0&max=" + ENDPOINTS))
                .forEach(resource -> resources.add(resource.get("_id").asText()));
        String policy = admin.post(
                        path(server + "policy/role"),
                        Map.of("name", "role", "roles", List.of(Map.of("id", role("permitted")))))
                .get("id")
                .asText();
        all.add(Latency.of(
                "one permission for each of " + ENDPOINTS + " endpoints, at " + BenchSettings.CONNECTIONS
                        + " connections",
                1,
                round -> {
                    ExecutorService clients = Executors.newFixedThreadPool(BenchSettings.CONNECTIONS);
                    try {
                        List<Callable<JsonNode>> posts = new ArrayList<>();
                        for (String resource : resources) {
                            posts.add(() -> admin.post(
                                    path(server + "permission/resource"),
                                    Map.of(
                                            "name",
                                            resource,
                                            "resources",
                                            List.of(resource),
                                            "policies",
                                            List.of(policy))));
                        }
                        for (Future<JsonNode> done : clients.invokeAll(posts)) {
                            done.get();
                        }
                    } finally {
                        clients.shutdown();
                    }
                }));
    }

    private String role(String name) {
        admin.post(path("roles"), Map.of("name", name));
        return admin.get(path("roles/" + name)).get("id").asText();
    }

    private void send(String method, String rest, Object body) {
        admin.call(method, path(rest), body);
    }

    private String path(String rest) {
        return "/admin/realms/" + realm + "/" + rest;
    }
}
