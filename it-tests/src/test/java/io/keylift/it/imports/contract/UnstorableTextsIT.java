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

    @BeforeAll
    static void realm(SharedServer server) {
        admin = server.admin();
        calls = new ContractCalls(server.keycloak().baseUrl(), null);
        TestRealms.create(admin, REALM);
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

    @Test
    void anUnstorableTextInABodyIsRefusedWithItsPlace() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (String text : List.of("a\\u0000b", "\\ud800", "\\udc00x")) {
            for (String body : List.of(
                    "{\"subject\":{\"type\":\"user\",\"id\":\"" + text + "\"}}",
                    "{\"" + text + "\":1}",
                    "{\"context\":{\"a\":[\"" + text + "\"]}}",
                    "{\"add\":[\"" + text + "\"]}",
                    "{\"entries\":[{\"name\":\"" + text + "\"}]}")) {
                for (Map.Entry<Call, JsonNode> operation : operations()) {
                    JsonNode content = operation.getValue().at("/requestBody/content");
                    if (operation.getKey().path().contains("/capabilities")
                            && content.has("application/json")
                            && !operation.getKey().path().contains("/bulk-")) {
                        check(
                                operation.getKey().method(),
                                filled(operation.getKey().path()),
                                body,
                                wrong);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        HttpResponse<String> answer =
                send("POST", ADMIN + REALM + "/capabilities/evaluate", "{\"subject\":{\"id\":\"a\\u0000\"}}");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("/subject/id", "invalid", "NUL");
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
