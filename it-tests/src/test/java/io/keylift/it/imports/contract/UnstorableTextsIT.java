// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Texts that no database can store, in each place where the contract has a text: never an error of the server. */
@OnSharedServer
class UnstorableTextsIT {

    private static final String REALM = "unstorable";
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
    private static final String ADMIN = "/admin/realms/";

    private static AdminHttp admin;
    private static ContractCalls calls;
    private static String role;
    private static String user;

    @BeforeAll
    static void realm(SharedServer server) {
        admin = server.admin();
        calls = new ContractCalls(server.keycloak().baseUrl(), null);
        TestRealms.create(admin, REALM);
        admin.post(ADMIN + REALM + "/roles", Map.of("name", "clerk"));
        role = admin.get(ADMIN + REALM + "/roles/clerk").get("id").asText();
        user = admin.postNew(ADMIN + REALM + "/users", Map.of("username", "anna"));
    }

    @AfterAll
    static void removeRealm() {
        admin.delete(ADMIN + REALM);
    }

    private record Call(String method, String path) {}

    /** All calls of the contract through the Admin API. */
    private static List<Map.Entry<Call, JsonNode>> operations() throws IOException {
        List<Map.Entry<Call, JsonNode>> all = new ArrayList<>();
        ContractDocument.read()
                .get("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(operation -> {
                    if (METHODS.contains(operation.getKey()) && path.getKey().startsWith(ADMIN)) {
                        Call call = new Call(operation.getKey().toUpperCase(Locale.ROOT), path.getKey());
                        all.add(Map.entry(call, operation.getValue()));
                    }
                }));
        assertThat(all).hasSizeGreaterThan(50);
        return all;
    }

    @Test
    void aNulInAPathOrQueryIsRefused() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<Call, JsonNode> operation : operations()) {
            Call call = operation.getKey();
            for (String path : withEachParameter(call.path(), "a%00b")) {
                check(call.method(), path, null, wrong);
            }
            String here = filled(call.path());
            check(call.method(), here + "?any%00=x", null, wrong);
            for (JsonNode parameter : operation.getValue().path("parameters")) {
                if (parameter.path("in").asText().equals("query")) {
                    check(call.method(), here + "?" + parameter.path("name").asText() + "=%00", null, wrong);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** An unpaired surrogate cannot be encoded in UTF-8: what comes instead is another text. */
    @Test
    void aTextThatIsNotUtf8IsNoErrorOfTheServer() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (String text : List.of("%ED%A0%80", "%FF", "%C0%80")) {
            for (Map.Entry<Call, JsonNode> operation : operations()) {
                Call call = operation.getKey();
                for (String path : withEachParameter(call.path(), text)) {
                    if (!path.contains(ADMIN + text)) {
                        check(call.method(), path, null, wrong);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** Each text of each JSON body: all that are sent to a call, but for the records of imports. */
    @Test
    void anUnstorableTextInABodyIsRefusedWithItsPlace() throws IOException {
        TextPlaces places = new TextPlaces(ContractDocument.read());
        List<String> wrong = new ArrayList<>();
        int sent = 0;
        for (Map.Entry<Call, JsonNode> operation : operations()) {
            if (operation.getKey().path().contains("/bulk-")) {
                continue;
            }
            Call call = operation.getKey();
            for (TextPlaces.Place place : places.of(operation.getValue())) {
                for (String text : List.of("a\\u0000b", "\\ud800", "\\udc00x")) {
                    String body = place.json().formatted(text);
                    HttpResponse<String> answer = send(call.method(), existing(call.path()), body);
                    sent++;
                    if (answer.statusCode() != 400
                            || !answer.body().contains("\"" + place.pointer() + "\"")
                            || !answer.body().contains("NUL") && !isNoName(body, answer)) {
                        wrong.add(call + " " + body + ": " + answer.statusCode() + " " + answer.body());
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(sent).isGreaterThan(100);
    }

    /** The parser itself refuses half of a character in the name of a field. */
    private static boolean isNoName(String body, HttpResponse<String> answer) {
        return body.matches(".*\\\\u[^\"]*\":null.*") && answer.body().contains("malformed_json");
    }

    /** In an import, it is the record's fault: no other record is lost. */
    @Test
    void anUnstorableTextInARecordRejectsIt() throws IOException {
        TextPlaces places = new TextPlaces(ContractDocument.read());
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<Call, JsonNode> operation : operations()) {
            Call call = operation.getKey();
            List<String> records = places.of(operation.getValue()).stream()
                    .map(place -> place.json().formatted("a\\u0000b"))
                    .filter(body -> body.startsWith("[{"))
                    .toList();
            if (!call.path().contains("/bulk-import/") || records.isEmpty()) {
                continue;
            }
            String body = records.stream()
                    .map(record -> record.substring(1, record.length() - 1))
                    .collect(Collectors.joining(",", "[", "]"));
            HttpResponse<String> answer = send(call.method(), filled(call.path()) + "?dryRun=true", body);
            JsonNode last = answer.statusCode() != 200
                    ? null
                    : AdminHttp.parse(answer.body().strip().lines().reduce("{}", (before, line) -> line));
            if (last == null || last.path("rejected").asInt() != records.size()) {
                wrong.add(call + " " + records.size() + ": " + answer.statusCode() + " " + answer.body());
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** The server would parse such a body before the call. */
    @Test
    void aMultipartBodyIsRefused() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<Call, JsonNode> operation : operations()) {
            if (operation.getValue().has("requestBody")) {
                String path = filled(operation.getKey().path());
                HttpResponse<String> answer = calls.send(
                        operation.getKey().method(),
                        path,
                        Map.of(),
                        "",
                        admin,
                        "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--b--\r\n",
                        "Content-Type",
                        "multipart/form-data; boundary=b");
                if (answer.statusCode() != 415 && answer.statusCode() != 404) {
                    wrong.add(operation.getKey() + ": " + answer.statusCode() + " " + answer.body());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** As it stands: what the client would encode is sent. */
    private static HttpResponse<String> send(String method, String path, String body) {
        return body == null
                ? calls.send(method, path, Map.of(), "", admin, null)
                : calls.send(method, path, Map.of(), "", admin, body, "Content-Type", "application/json");
    }

    private static void check(String method, String path, String body, List<String> wrong) {
        HttpResponse<String> answer = send(method, path, body);
        if (answer.statusCode() != 400 && answer.statusCode() != 404 && !isOther(path, body, answer)) {
            wrong.add(method + " " + path + " " + body + ": " + answer.statusCode() + " " + answer.body());
        }
    }

    /** A text that is none of the known ones may be refused otherwise, but is never an error of the server. */
    private static boolean isOther(String path, String body, HttpResponse<String> answer) {
        return !path.contains("%00") && answer.statusCode() < 500 && body == null;
    }

    /** The path of a role, user or source that is there. */
    private static String existing(String path) {
        return filled(path.replace("roles/{id}", "roles/" + role).replace("users/{id}", "users/" + user));
    }

    private static String filled(String path) {
        return path.replace("{realm}", REALM).replaceAll("\\{[^}]+}", "any");
    }

    /** The path with this text for one of its parameters, and something for the others. */
    private static List<String> withEachParameter(String path, String text) {
        List<String> paths = new ArrayList<>();
        for (int at = path.indexOf('{'); at >= 0; at = path.indexOf('{', at + 1)) {
            String before = filled(path.substring(0, at));
            paths.add(before + text + filled(path.substring(path.indexOf('}', at) + 1)));
        }
        return paths;
    }
}
