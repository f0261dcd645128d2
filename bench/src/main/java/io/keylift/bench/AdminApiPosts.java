// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.SampleTenant;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Sends records through Keycloak's own Admin API: one POST for each record, and further ones for the roles and the
 * organization of a whole person.
 */
final class AdminApiPosts {

    private final AdminHttp admin;
    private final String base;
    private final Workload workload;
    private final SampleTenant tenant;
    private final Map<String, JsonNode> roles = new HashMap<>();
    private final Map<String, String> organizations = new HashMap<>();
    private final Map<String, String> users = new HashMap<>();

    /** Looks up the objects to which the records refer. */
    AdminApiPosts(AdminHttp admin, String realm, Workload workload, SampleTenant tenant) {
        this.admin = admin;
        this.base = "/admin/realms/" + realm;
        this.workload = workload;
        this.tenant = tenant;
        if (workload.needsOrganizations()) {
            lookUp();
        }
        if (workload == Workload.MEMBERSHIPS) {
            lookUpUsers();
        }
    }

    /** Sends a range of records over this number of connections. */
    void send(int from, int to, int connections) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(connections);
        try {
            List<Callable<Void>> shares = new ArrayList<>();
            for (int client = 0; client < connections; client++) {
                int first = from + client;
                shares.add(() -> {
                    for (int i = first; i < to; i += connections) {
                        post(AdminHttp.JSON.readTree(workload.record(tenant, i)));
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

    private void lookUpUsers() {
        admin.get(base + "/users?briefRepresentation=true&max=" + (tenant.persons() + 1))
                .forEach(user -> users.put(
                        user.path("username").asText(), user.path("id").asText()));
    }

    private void lookUp() {
        admin.get(base + "/roles").forEach(role -> roles.put(role.path("name").asText(), role));
        admin.get(base + "/organizations?max=" + (tenant.organizations() + 1))
                .forEach(org -> organizations.put(
                        org.path("alias").asText(), org.path("id").asText()));
    }

    private void post(JsonNode rep) {
        switch (workload) {
            case ORGANIZATIONS -> create(base + "/organizations", rep);
            case DEPARTMENTS -> postDepartment(rep);
            case MEMBERSHIPS ->
                join(
                        rep.path("organization").asText(),
                        users.get(rep.path("username").asText()));
            default -> postUser(rep);
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

    private void postUser(JsonNode rep) {
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

    static JsonNode withoutOrganizations(JsonNode rep) {
        ObjectNode copy = rep.deepCopy();
        copy.remove("organizations");
        return copy;
    }
}
