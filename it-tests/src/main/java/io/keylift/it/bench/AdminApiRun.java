// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.SampleTenant;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The same records through Keycloak's own Admin API: one POST each, and for a whole person those for roles and organization. */
final class AdminApiRun {

    private final AdminHttp admin;
    private final String base;
    private final Map<String, JsonNode> roles = new HashMap<>();
    private final Map<String, String> organizations = new HashMap<>();
    private final Map<String, String> users = new HashMap<>();

    AdminApiRun(AdminHttp admin, String realm) {
        this.admin = admin;
        this.base = "/admin/realms/" + realm;
    }

    /** Records a second at {@link BenchSettings#CONNECTIONS} connections, after a warm-up of a quarter of them. */
    double postRate(Workload workload, SampleTenant tenant, int records) throws Exception {
        if (workload.needsOrganizations()) {
            lookUp(tenant);
        }
        if (workload == Workload.MEMBERSHIPS) {
            lookUpUsers(tenant);
        }
        int warmUp = records / 4;
        post(workload, tenant, 0, warmUp);
        long start = System.nanoTime();
        post(workload, tenant, warmUp, warmUp + records);
        return records / ((System.nanoTime() - start) / 1e9);
    }

    /** Records a second of one partial import. */
    double partialImportRate(Workload workload, SampleTenant tenant, int records) throws IOException {
        ObjectNode realm = AdminHttp.JSON.createObjectNode().put("ifResourceExists", "FAIL");
        ArrayNode users = realm.putArray("users");
        for (int i = 0; i < records; i++) {
            users.add(withoutOrganizations(AdminHttp.JSON.readTree(workload.record(tenant, i))));
        }
        long start = System.nanoTime();
        admin.post(base + "/partialImport", realm);
        return records / ((System.nanoTime() - start) / 1e9);
    }

    private void lookUpUsers(SampleTenant tenant) {
        admin.get(base + "/users?briefRepresentation=true&max=" + (tenant.persons() + 1))
                .forEach(user -> users.put(
                        user.path("username").asText(), user.path("id").asText()));
    }

    private void lookUp(SampleTenant tenant) {
        admin.get(base + "/roles").forEach(role -> roles.put(role.path("name").asText(), role));
        admin.get(base + "/organizations?max=" + (tenant.organizations() + 1))
                .forEach(org -> organizations.put(
                        org.path("alias").asText(), org.path("id").asText()));
    }

    private void post(Workload workload, SampleTenant tenant, int from, int to) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(BenchSettings.CONNECTIONS);
        try {
            List<Callable<Void>> shares = new ArrayList<>();
            for (int client = 0; client < BenchSettings.CONNECTIONS; client++) {
                int first = from + client;
                shares.add(() -> {
                    for (int i = first; i < to; i += BenchSettings.CONNECTIONS) {
                        post(workload, AdminHttp.JSON.readTree(workload.record(tenant, i)));
                    }
                    return null;
                });
            }
            for (Future<Void> share : clients.invokeAll(shares)) {
                share.get();
            }
        } finally {
            clients.shutdown();
        }
    }

    private void post(Workload workload, JsonNode rep) {
        switch (workload) {
            case ORGANIZATIONS -> create(base + "/organizations", rep);
            case DEPARTMENTS -> postDepartment(rep);
            case MEMBERSHIPS ->
                join(
                        rep.path("organization").asText(),
                        users.get(rep.path("username").asText()));
            default -> postUser(workload, rep);
        }
    }

    private void postDepartment(JsonNode rep) {
        ObjectNode group = rep.deepCopy();
        group.put("name", rep.path("path").asText().substring(1)).remove(List.of("organization", "path"));
        create(
                base + "/organizations/"
                        + organizations.get(rep.path("organization").asText()) + "/groups",
                group);
    }

    private void join(String organization, String userId) {
        create(
                base + "/organizations/" + organizations.get(organization) + "/members",
                AdminHttp.JSON.getNodeFactory().textNode(userId));
    }

    private void postUser(Workload workload, JsonNode rep) {
        String location = create(base + "/users", withoutOrganizations(rep));
        if (workload == Workload.WHOLE_PERSONS) {
            String id = location.substring(location.lastIndexOf('/') + 1);
            ArrayNode granted = AdminHttp.JSON.createArrayNode();
            rep.path("realmRoles").forEach(role -> granted.add(roles.get(role.asText())));
            admin.post(base + "/users/" + id + "/role-mappings/realm", granted);
            rep.path("organizations")
                    .forEach(membership -> join(membership.path("alias").asText(), id));
        }
    }

    private String create(String path, JsonNode body) {
        HttpResponse<String> response = admin.send("POST", path, body);
        if (response.statusCode() != 201) {
            throw new IllegalStateException(path + " answered " + response.statusCode() + ": " + response.body());
        }
        return response.headers().firstValue("Location").orElse("");
    }

    private static JsonNode withoutOrganizations(JsonNode rep) {
        ObjectNode copy = rep.deepCopy();
        copy.remove("organizations");
        return copy;
    }
}
