// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.imports.contract.ServedContract.Answerable;
import io.keylift.it.imports.contract.ServedContract.Operation;
import io.keylift.it.imports.support.KindDescription;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The server keeps the contract that it serves: every operation returns every documented status, with the documented
 * response.
 */
@OnSharedServer
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ContractIT extends ContractOfKinds {

    @Test
    @Order(1)
    void theKindsAndTheContractAreServed() {
        for (String path : List.of("kinds", "server", "openapi")) {
            calls.expect(200, "GET", BASE + path, HERE, "", admin, null);
            calls.expect(401, "GET", BASE + path, HERE, "", null, null);
            calls.expect(403, "GET", BASE + path, HERE, "", nobody, null);
            calls.expect(404, "GET", BASE + path, NOWHERE, "", admin, null);
        }
    }

    @Test
    @Order(4)
    void jobsAreWatchedAndSteeredAsDocumented() throws IOException {
        String path = BASE + "jobs/{id}";
        Map<String, String> live = Map.of("realm", REALM, "id", "live");
        try (LiveImport running = client.open("users?job=live&chunkSize=10")) {
            running.send(UserRecords.lines("live", 1, 10) + "{}\n".repeat(10));
            running.awaitChunks(2);
            calls.expect(200, "GET", path, live, "", admin, null);
            calls.expect(409, "DELETE", path, live, "", admin, null);
            calls.expect(409, "POST", path + "/resume", live, "", admin, null);
            calls.expect(200, "POST", path + "/pause", live, "", admin, null);
            calls.expect(200, "POST", path + "/resume", live, "", admin, null);
            calls.expect(200, "POST", path + "/cancel", live, "", admin, null);
            running.answer();
        }
        calls.expect(409, "POST", path + "/cancel", live, "", admin, null);
        calls.expect(409, "POST", path + "/pause", live, "", admin, null);
        calls.expect(200, "GET", path, live, "", admin, null);
        HttpResponse<String> rejects = calls.expect(200, "GET", path + "/rejects", live, "", admin, null);
        assertThat(rejects.body().lines()).hasSize(10);
        for (String operation :
                List.of("GET ", "GET /rejects", "POST /pause", "POST /resume", "POST /cancel", "DELETE ")) {
            String method = operation.substring(0, operation.indexOf(' '));
            String rest = path + operation.substring(operation.indexOf(' ') + 1);
            calls.expect(401, method, rest, live, "", null, null);
            calls.expect(403, method, rest, live, "", nobody, null);
            calls.expect(404, method, rest, Map.of("realm", REALM, "id", "nobodys"), "", admin, null);
            calls.expect(404, method, rest, NOWHERE, "", admin, null);
        }
        calls.expect(200, "GET", BASE + "jobs", HERE, "?first=0&max=1000", admin, null);
        for (JsonNode status : contract.document().at("/components/schemas/JobStatus/enum")) {
            calls.expect(200, "GET", BASE + "jobs", HERE, "?status=" + status.asText(), admin, null);
        }
        calls.expect(400, "GET", BASE + "jobs", HERE, "?max=1001", admin, null);
        calls.expect(401, "GET", BASE + "jobs", HERE, "", null, null);
        calls.expect(403, "GET", BASE + "jobs", HERE, "", nobody, null);
        calls.expect(404, "GET", BASE + "jobs", NOWHERE, "", admin, null);
        calls.expect(204, "DELETE", path, live, "", admin, null);
    }

    @Test
    @Order(4)
    void verificationsHaveReportsAsDocumented() throws IOException {
        String report = BASE + "jobs/{id}/report";
        Map<String, String> checked = Map.of("realm", REALM, "id", "checked");
        try (LiveImport running = client.open("users?op=verify&job=checked&chunkSize=10")) {
            running.send(UserRecords.lines("checked", 1, 10));
            running.awaitChunks(1);
            calls.expect(409, "GET", report, checked, "", admin, null);
            running.finish();
        }
        for (String type : List.of("application/json", "text/html", "application/jose")) {
            calls.expect(200, "GET", report, checked, "", admin, null, "Accept", type);
        }
        calls.expect(200, "GET", BASE + "jobs/{id}", checked, "", admin, null);
        calls.expect(200, "GET", BASE + "jobs/{id}/rejects", checked, "", admin, null);
        calls.expect(400, "GET", report, checked, "?nonsense=1", admin, null);
        calls.expect(401, "GET", report, checked, "", null, null);
        calls.expect(403, "GET", report, checked, "", nobody, null);
        calls.expect(404, "GET", report, NOWHERE, "", admin, null);
    }

    @Test
    @Order(4)
    void jobsAreUndoneAsDocumented() throws IOException {
        Map<String, String> undone = Map.of("realm", REALM, "id", "undone");
        client.post("groups?undo=true&job=undone", "{\"path\":\"/undone\"}");
        client.post("groups?undo=true&job=undone-later", "{\"path\":\"/undone-later\"}");

        calls.expect(400, "POST", UNDO, undone, "?nonsense=1", admin, null);
        calls.expect(401, "POST", UNDO, undone, "", null, null);
        calls.expect(403, "POST", UNDO, undone, "", nobody, null);
        calls.expect(404, "POST", UNDO, NOWHERE, "", admin, null);
        HttpResponse<String> answer = calls.expect(200, "POST", UNDO, undone, "?job=undo&results=all", admin, null);
        assertThat(answer.body()).contains("\"op\":\"undo\"", "\"outcome\":\"removed\"");
        calls.expect(200, "GET", BASE + "jobs/{id}", Map.of("realm", REALM, "id", "undo"), "", admin, null);
        calls.expect(409, "POST", UNDO, undone, "", admin, null);
        Map<String, String> later = Map.of("realm", REALM, "id", "undone-later");
        calls.expect(202, "POST", UNDO, later, "?job=undo-later", admin, null, "Prefer", "respond-async");
        awaitStatus("undo-later", "COMPLETED");
    }

    /** Lines that are rare: of resumed, dry, stopped and failed imports, and of rejects of every sort. */
    @Test
    @Order(5)
    void rareLinesAreAsDocumented() {
        String path = BASE + "users";
        String[] type = {"Content-Type", NDJSON};
        String body = UserRecords.lines("rare", 1, 3) + "{\"username\":\"rare-1\"}\nno json\n{\"colour\":1}\n";
        calls.expect(200, "POST", path, HERE, "?job=rare&results=all&chunkSize=2", admin, body, type);
        HttpResponse<String> again =
                calls.expect(200, "POST", path, HERE, "?job=rare&results=all&chunkSize=2", admin, body, type);
        assertThat(again.body()).contains("\"resumed\":true");
        HttpResponse<String> stopped =
                calls.expect(200, "POST", path, HERE, "?job=stopped&onReject=stop", admin, body, type);
        assertThat(stopped.body()).contains("\"status\":\"STOPPED\"");
        HttpResponse<String> resumed = calls.expect(200, "POST", path, HERE, "?job=stopped", admin, body, type);
        assertThat(resumed.body()).contains("\"run\":2");
        HttpResponse<String> failed =
                calls.expect(200, "POST", path, HERE, "", admin, "[{},", "Content-Type", "application/json");
        assertThat(failed.body()).contains("\"status\":\"FAILED\"");
        calls.expect(200, "GET", BASE + "jobs", HERE, "", admin, null);
    }

    @Test
    void yamlIsServedToWhomTakesNothingElse() throws IOException {
        HttpResponse<String> yaml =
                calls.expect(200, "GET", BASE + "openapi", HERE, "", admin, null, "Accept", "application/yaml");
        HttpResponse<String> any = calls.expect(200, "GET", BASE + "openapi", HERE, "", admin, null, "Accept", "*/*");

        assertThat(yaml.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/yaml");
        assertThat(ContractDocument.parse(yaml.body())).isEqualTo(contract.document());
        assertThat(any.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/json");
    }

    @Test
    void theParametersThatTheServerKnowsAreDocumented() {
        String path = BASE + "users";
        HttpResponse<String> refusal =
                calls.expect(400, "POST", path, HERE, "?nonsense=1", admin, "{}", "Content-Type", NDJSON);

        assertThat(contract.queryParameters(new Operation("POST", path)))
                .isEqualTo(ofUsers(ServedContract.knownParameters(refusal)))
                .isNotEmpty();
        refusal = calls.expect(400, "GET", EXPORT + "users", HERE, "?nonsense=1", admin, null);
        assertThat(contract.queryParameters(new Operation("GET", EXPORT + "users")))
                .isEqualTo(ServedContract.knownParameters(refusal))
                .isNotEmpty();
    }

    /** Without the scopes that only other kinds have. */
    private static Set<String> ofUsers(Set<String> known) {
        Set<String> ofUsers = new TreeSet<>(known);
        ofUsers.removeAll(Set.of("client", "source"));
        return ofUsers;
    }

    /** The server has the kinds of our JAR and one of another, which is in the contract like any other. */
    @Test
    void theContractOfOurJarIsTheOneInTheDocs() throws IOException {
        JsonNode docs = ContractDocument.withoutTimings();
        Predicate<KindDescription> isOurs = kind -> docs.get("paths").has(BASE + kind);

        assertThat(kinds.stream().filter(isOurs.negate()))
                .extracting(KindDescription::name)
                .containsExactly("realm-attributes");
        assertThat(contract.without("realm-attributes")).isEqualTo(docs);
    }

    @AfterAll
    static void everyDocumentedStatusWasAnswered() {
        Set<Answerable> missing = new TreeSet<>(contract.answerable(withoutSlash(BASE)));
        missing.addAll(contract.answerable(withoutSlash(EXPORT)));
        missing.removeAll(calls.answered());
        // No test server refuses imports, except that of StartChecksIT, or lacks room for a body, except that of
        // SpoolRoomIT.
        missing.removeIf(answer -> Set.of(413, 501, 507).contains(answer.status()));
        // Only a long answer keeps its place until the client has read it, as in LongExportIT and PlacesIT.
        missing.removeIf(answer -> answer.status() == 429 && answer.method().equals("GET"));
        missing.removeIf(answer -> answer.status() == 429 && answer.path().startsWith(withoutSlash(EXPORT)));

        assertThat(missing).as("documented but never answered").isEmpty();
    }
}
