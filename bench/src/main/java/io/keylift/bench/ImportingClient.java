// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.SampleTenant;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A client that imports a few whole persons with each request, by the default options of the server. */
final class ImportingClient {

    private static final int TOO_MANY_REQUESTS = 429;
    static final String SECRET = "secret-of-a-client";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI imports;
    private final AdminHttp caller;
    private final SampleTenant tenant;

    private ImportingClient(URI server, String realm, AdminHttp caller, SampleTenant tenant) {
        this.imports = server.resolve("/admin/realms/" + realm + "/bulk-import/users?results=summary");
        this.caller = caller;
        this.tenant = tenant;
    }

    /** Creates a client of the realm whose service account manages the realm. */
    static ImportingClient create(AdminHttp admin, URI server, String realm, String id, SampleTenant tenant) {
        String base = "/admin/realms/" + realm;
        String client = admin.postNew(
                base + "/clients",
                Map.of("clientId", id, "secret", SECRET, "publicClient", false, "serviceAccountsEnabled", true));
        String account = admin.get(base + "/clients/" + client + "/service-account-user")
                .path("id")
                .asText();
        String management = admin.get(base + "/clients?clientId=realm-management")
                .at("/0/id")
                .asText();
        JsonNode role = admin.get(base + "/clients/" + management + "/roles/realm-admin");
        admin.post(base + "/users/" + account + "/role-mappings/clients/" + management, new JsonNode[] {role});
        return new ImportingClient(
                server,
                realm,
                new AdminHttp(
                        server,
                        realm,
                        Map.of("grant_type", "client_credentials", "client_id", id, "client_secret", SECRET)),
                tenant);
    }

    /** Gets a token and returns it, so that no measured request waits for one. */
    String prepare() {
        return caller.token();
    }

    /**
     * Imports persons of the tenant.
     *
     * @return whether the server had a place for the import
     * @throws IllegalStateException if it was not imported for another reason
     */
    boolean send(int first, int count) throws IOException, InterruptedException {
        String records =
                IntStream.range(first, first + count).mapToObj(tenant::person).collect(Collectors.joining("\n"));
        HttpRequest request = HttpRequest.newBuilder(imports)
                .header("Authorization", "Bearer " + caller.token())
                .header("Content-Type", "application/x-ndjson")
                .POST(BodyPublishers.ofString(records))
                .build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() == TOO_MANY_REQUESTS) {
            return false;
        }
        String lines = answer.body().strip();
        JsonNode end = AdminHttp.parse(lines.substring(lines.lastIndexOf('\n') + 1));
        if (end.path("added").asInt() != count || !end.path("status").asText().equals("COMPLETED")) {
            throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        }
        return true;
    }
}
