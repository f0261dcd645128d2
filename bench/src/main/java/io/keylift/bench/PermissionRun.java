// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.TenantRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Measures the approach of a published capability service: a permission of Keycloak's Authorization Services for each
 * endpoint that the role may call.
 */
final class PermissionRun {

    private static final String REALM = "bench-permissions";

    /** Number of endpoints to which the capability sets of one role give access there. */
    private static final int ENDPOINTS = 697;

    private static final int CONNECTIONS = 4;
    private static final int ROUNDS = 2;

    private final AdminHttp admin;

    PermissionRun(AdminHttp admin) {
        this.admin = admin;
    }

    /** Each round has a client of its own. */
    Latency run() throws Exception {
        System.out.println("Permissions");
        TenantRealm.create(admin, REALM);
        admin.post(path("roles"), Map.of("name", "permitted"));
        String role = admin.get(path("roles/permitted")).get("id").asText();
        List<Double> millis = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            millis.add(round("endpoints-" + round, role));
        }
        return new Latency(
                "one permission for each of " + ENDPOINTS + " endpoints, at " + CONNECTIONS + " connections", millis);
    }

    private double round(String client, String role) throws Exception {
        admin.post(
                path("clients"),
                Map.of("clientId", client, "serviceAccountsEnabled", true, "authorizationServicesEnabled", true));
        String server = "clients/"
                + admin.get(path("clients?clientId=" + client)).at("/0/id").asText() + "/authz/resource-server/";
        List<String> resources = resources(client, server);
        String policy = admin.post(
                        path(server + "policy/role"), Map.of("name", "role", "roles", List.of(Map.of("id", role))))
                .get("id")
                .asText();
        List<Callable<JsonNode>> posts = new ArrayList<>();
        for (String resource : resources) {
            posts.add(() -> admin.post(
                    path(server + "permission/resource"),
                    Map.of("name", resource, "resources", List.of(resource), "policies", List.of(policy))));
        }
        ExecutorService clients = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            long start = System.nanoTime();
            for (Future<JsonNode> done : clients.invokeAll(posts)) {
                done.get();
            }
            return (System.nanoTime() - start) / 1e6;
        } finally {
            clients.shutdown();
        }
    }

    private List<String> resources(String client, String server) throws IOException {
        admin.stream(
                path("bulk-import/resources"),
                "application/x-ndjson",
                out -> {
                    for (int i = 0; i < ENDPOINTS; i++) {
                        out.write(AdminHttp.JSON.writeValueAsBytes(Map.of("client", client, "name", "GET /" + i)));
                        out.write('\n');
                    }
                },
                line -> {});
        List<String> ids = new ArrayList<>();
        admin.get(path(server + "resource?first=0&max=" + ENDPOINTS))
                .forEach(resource -> ids.add(resource.get("_id").asText()));
        return ids;
    }

    private static String path(String rest) {
        return "/admin/realms/" + REALM + "/" + rest;
    }
}
