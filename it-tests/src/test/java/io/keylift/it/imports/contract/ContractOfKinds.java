// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.KindDescription;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The import and the export of each kind, as the contract has them. {@link ContractIT} has the rest. */
abstract class ContractOfKinds {

    /** Parameters that an import refuses. */
    private static final Set<String> OF_MIRRORS =
            Set.of("scope", "organization", "group", "client", "source", "maxRemovals");

    static final String REALM = "contract";
    static final String BASE = "/admin/realms/{realm}/bulk-import/";
    static final String EXPORT = "/admin/realms/{realm}/bulk-export/";
    static final Map<String, String> HERE = Map.of("realm", REALM);
    static final Map<String, String> NOWHERE = Map.of("realm", "no-such-realm", "id", "any");
    static final String UNDO = BASE + "jobs/{id}/undo";
    static final String NDJSON = ImportClient.NDJSON;

    static ImportClient client;
    static AdminHttp admin;
    static AdminHttp nobody;
    static ServedContract contract;
    static ContractCalls calls;
    static List<KindDescription> kinds;

    @BeforeAll
    static void contract(SharedServer server) {
        client = ImportClient.inNewRealm(server, REALM);
        admin = server.admin();
        nobody = new Callers(server, REALM).with();
        contract = new ServedContract(admin.get(client.path("openapi")));
        calls = new ContractCalls(server.keycloak().baseUrl(), contract);
        kinds = KindDescription.all(client);
    }

    @Test
    @Order(2)
    void everyKindIsImportedAsDocumented() throws IOException {
        for (KindDescription kind : kinds) {
            String path = BASE + kind;
            String body = Records.lines(kind.examples());
            String[] type = {"Content-Type", NDJSON};
            String job = kind + "-contract";

            HttpResponse<String> answer =
                    calls.expect(200, "POST", path, HERE, everyParameter(path, job), admin, body, type);
            assertThat(answer.body()).contains("\"type\":\"job\"", "\"type\":\"chunk\"", "\"type\":\"summary\"");
            calls.expect(200, "POST", path, HERE, "?dryRun=true", admin, "{}\n", type);
            calls.expect(202, "POST", path, HERE, "?dryRun=true&job=" + job + "-later", admin, body, async(NDJSON));
            calls.expect(400, "POST", path, HERE, "?nonsense=1", admin, body, type);
            calls.expect(401, "POST", path, HERE, "", null, body, type);
            calls.expect(403, "POST", path, HERE, "", nobody, body, type);
            calls.expect(404, "POST", path, NOWHERE, "", admin, body, type);
            calls.expect(409, "POST", path, HERE, "?job=" + job, admin, body, type);
            calls.expect(415, "POST", path, HERE, "", admin, body, "Content-Type", "text/plain");
            awaitStatus(job + "-later", "COMPLETED");
            if (kind.json().path("removable").asBoolean()) {
                calls.expect(200, "POST", path, HERE, "?op=remove&dryRun=true&results=all", admin, body, type);
            }
            if (kind.json().path("exportable").asBoolean()) {
                calls.expect(200, "POST", path, HERE, "?op=verify&extra=true&results=all", admin, body, type);
                calls.expect(200, "POST", path, HERE, "?op=mirror&scope=realm&dryRun=true", admin, body, type);
            }
        }
        for (String type : List.of("application/json", "text/csv")) {
            String body = type.endsWith("csv") ? "username\ncsv-user\n" : "[{\"username\":\"json-user\"}]";
            assertThat(contract.operation("POST", BASE + "users")
                            .at("/requestBody/content")
                            .has(type))
                    .isTrue();
            calls.expect(200, "POST", BASE + "users", HERE, "", admin, body, "Content-Type", type);
        }
    }

    /** All parameters that are documented, with their defaults or all values, except those of mirrors alone. */
    private static String everyParameter(String path, String job) {
        List<String> query = new ArrayList<>(List.of("job=" + job, "dryRun=true", "results=all"));
        for (JsonNode reference : contract.operation("POST", path).get("parameters")) {
            JsonNode parameter = contract.resolve(reference);
            String name = parameter.get("name").asText();
            boolean given = query.stream().anyMatch(one -> one.startsWith(name + "="));
            if (parameter.path("in").asText().equals("query") && !given && !OF_MIRRORS.contains(name)) {
                query.add(name + "=" + value(parameter.get("schema")));
            }
        }
        return "?" + String.join("&", query);
    }

    private static String value(JsonNode schema) {
        if (!schema.path("type").asText().equals("array")) {
            return schema.path("default").asText(schema.path("minimum").asText());
        }
        List<String> values = new ArrayList<>();
        contract.resolve(schema.get("items")).get("enum").forEach(value -> values.add(value.asText()));
        return String.join(",", values);
    }

    private static String[] async(String type) {
        return new String[] {"Content-Type", type, "Prefer", "respond-async"};
    }

    @Test
    @Order(3)
    void everyKindIsExportedAsDocumented() {
        for (KindDescription kind : kinds) {
            if (!kind.json().get("exportable").asBoolean()) {
                continue;
            }
            String path = EXPORT + kind;
            String field = kind.examples().get(0).fieldNames().next();
            HttpResponse<String> whole = calls.expect(200, "GET", path, HERE, "", admin, null);
            assertThat(whole.body()).contains("{\"summary\":");
            calls.expect(200, "GET", path, HERE, "?max=1", admin, null);
            calls.expect(200, "GET", path, HERE, "", admin, null, "Accept", "application/json");
            calls.expect(200, "GET", path, HERE, "?fields=" + field, admin, null, "Accept", "text/csv");
            calls.expect(400, "GET", path, HERE, "?nonsense=1", admin, null);
            calls.expect(401, "GET", path, HERE, "", null, null);
            calls.expect(403, "GET", path, HERE, "", nobody, null);
            calls.expect(404, "GET", path, NOWHERE, "", admin, null);
            String[] type = {"Content-Type", NDJSON};
            String keys = Records.lines(kind.examples());
            HttpResponse<String> named = calls.expect(200, "POST", path, HERE, "", admin, keys, type);
            assertThat(named.body()).contains("\"missing\":");
            calls.expect(400, "POST", path, HERE, "?nonsense=1", admin, keys, type);
            calls.expect(401, "POST", path, HERE, "", null, keys, type);
            calls.expect(403, "POST", path, HERE, "", nobody, keys, type);
            calls.expect(404, "POST", path, NOWHERE, "", admin, keys, type);
            calls.expect(415, "POST", path, HERE, "", admin, keys, "Content-Type", "text/plain");
        }
    }

    @Test
    @Order(3)
    void severalKindsAreImportedAndExportedAsDocumented() {
        String path = withoutSlash(BASE);
        String body = "{\"kind\":\"roles\",\"record\":{\"name\":\"of-stream\"}}\nno json\n";
        String[] type = {"Content-Type", NDJSON};
        calls.expect(200, "POST", path, HERE, "?job=stream&results=all", admin, body, type);
        calls.expect(200, "POST", path, HERE, "?op=verify&job=stream-verified", admin, body, type);
        calls.expect(200, "GET", BASE + "jobs/{id}", Map.of("realm", REALM, "id", "stream"), "", admin, null);
        calls.expect(200, "GET", BASE + "jobs/{id}/rejects", Map.of("realm", REALM, "id", "stream"), "", admin, null);
        calls.expect(
                200,
                "GET",
                BASE + "jobs/{id}/report",
                Map.of("realm", REALM, "id", "stream-verified"),
                "",
                admin,
                null);
        calls.expect(202, "POST", path, HERE, "?job=stream-later", admin, body, async(NDJSON));
        calls.expect(400, "POST", path, HERE, "?nonsense=1", admin, body, type);
        calls.expect(401, "POST", path, HERE, "", null, body, type);
        calls.expect(403, "POST", path, HERE, "", nobody, body, type);
        calls.expect(404, "POST", path, NOWHERE, "", admin, body, type);
        calls.expect(409, "POST", path, HERE, "?job=stream&ifExists=skip", admin, body, type);
        calls.expect(415, "POST", path, HERE, "", admin, body, "Content-Type", "text/csv");
        String export = withoutSlash(EXPORT);
        calls.expect(200, "GET", export, HERE, "", admin, null);
        calls.expect(400, "GET", export, HERE, "?nonsense=1", admin, null);
        calls.expect(401, "GET", export, HERE, "", null, null);
        calls.expect(403, "GET", export, HERE, "", nobody, null);
        calls.expect(404, "GET", export, NOWHERE, "", admin, null);
        calls.expect(406, "GET", export, HERE, "", admin, null, "Accept", "text/csv");
        awaitStatus("stream-later", "COMPLETED");
    }

    @Test
    @Order(3)
    void aNodeThatIsBusySaysSoForEveryKind() throws IOException {
        client.post("groups?undo=true&job=undone-in-vain", "{\"path\":\"/kept\"}");
        List<LiveImport> busy = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                LiveImport live = client.open("users?job=busy-" + i);
                busy.add(live);
                live.send(UserRecords.lines("busy-" + i, 1, 1));
                live.awaitJob();
            }
            for (KindDescription kind : kinds) {
                calls.expect(429, "POST", BASE + kind, HERE, "", admin, "{}\n", "Content-Type", NDJSON);
            }
            calls.expect(429, "POST", withoutSlash(BASE), HERE, "", admin, "{}\n", "Content-Type", NDJSON);
            calls.expect(429, "POST", UNDO, Map.of("realm", REALM, "id", "undone-in-vain"), "", admin, null);
        } finally {
            for (LiveImport live : busy) {
                live.finish();
            }
        }
    }

    static String withoutSlash(String path) {
        return path.substring(0, path.length() - 1);
    }

    static void awaitStatus(String job, String status) {
        await().until(() -> client.status(job), status::equals);
    }
}
