// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages, formats and parameters of an export. */
@OnSharedServer
class ExportIT {

    private static final String REALM = "export-pages";
    private static final String USERS = "/admin/realms/" + REALM + "/bulk-export/users";

    /** More than two pages. */
    private static final int COUNT = 2300;

    private static AdminHttp admin;
    private static ImportClient imports;
    private static URI server;

    @BeforeAll
    static void users(SharedServer shared) throws IOException {
        admin = shared.admin();
        server = shared.keycloak().baseUrl();
        imports = ImportClient.inNewRealm(shared, REALM);
        List<String> users = IntStream.range(0, COUNT)
                .mapToObj(i -> "{\"username\":\"user-%04d\",\"enabled\":%b,\"email\":\"user-%d@example.org\"}"
                        .formatted(i, i % 2 == 0, i))
                .toList();
        assertThat(imports.post("users", users).count("added")).isEqualTo(COUNT);
    }

    @Test
    void itContinuesAfterAnyPageWhereItWouldHaveGoneOn() {
        ExportAnswer whole = export("");

        assertThat(usernames(whole.records()))
                .isEqualTo(IntStream.range(0, COUNT)
                        .mapToObj("user-%04d"::formatted)
                        .toList());
        assertThat(whole.progress()).hasSize(2).allSatisfy(page -> {
            int count = page.get("records").asInt();
            ExportAnswer rest = export("?after=" + page.get("after").asText());
            assertThat(rest.records()).isEqualTo(whole.records().subList(count, COUNT));
        });
        assertThat(whole.summary().get("records").asInt()).isEqualTo(COUNT);
        assertThat(whole.summary().get("kind").asText()).isEqualTo("users");
        assertThat(whole.summary().get("addedMeanwhile").asInt(-1)).isZero();
        assertThat(whole.summary().get("removedMeanwhile").asInt(-1)).isZero();
    }

    @Test
    void aMaximumEndsItAndTellsWhereToGoOn() {
        List<ObjectNode> parts = new ArrayList<>();
        String after = "";
        int requests = 0;
        do {
            ExportAnswer part = export("?max=1100" + (after.isEmpty() ? "" : "&after=" + after));
            parts.addAll(part.records());
            after = part.summary().path("after").asText();
            requests++;
        } while (!after.isEmpty());

        assertThat(requests).isEqualTo(3);
        assertThat(parts).isEqualTo(export("").records());
    }

    /** The position of a removed object is still valid. */
    @Test
    void aPositionOutlivesItsObject() {
        assertThat(usernames(export("?after=user-0010x&max=1").records())).containsExactly("user-0011");
    }

    @Test
    void anArrayHasTheSameRecordsAndItsSummaryLast() throws IOException {
        HttpResponse<String> answer = admin.send("GET", USERS, Map.of("Accept", "application/json"), null);
        JsonNode array = AdminHttp.parse(answer.body());

        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/json");
        assertThat(array).hasSize(COUNT + 1);
        assertThat(array.get(COUNT).get("summary").get("status").asText()).isEqualTo("COMPLETED");
        assertThat(List.copyOf(toList(array)).subList(0, COUNT))
                .isEqualTo(export("").records());

        ImportAnswer back = imports.post(
                "users?ifExists=overwrite", "application/json", answer.body().getBytes(StandardCharsets.UTF_8));
        assertThat(back.addsUp().count("skipped")).isEqualTo(COUNT);
    }

    private static List<JsonNode> toList(JsonNode array) {
        List<JsonNode> elements = new ArrayList<>();
        array.forEach(elements::add);
        return elements;
    }

    @Test
    void rowsOfCsvAreReadBackAsTheyWere(SharedServer shared) throws IOException {
        ImportClient client = ImportClient.inNewRealm(shared, "export-csv");
        String groups = """
                {"path":"/plain","realmRoles":["offline_access","uma_authorization"]}
                {"path":"/Odd, odd","description":"\\"a|b\\\\c\\"","attributes":{"x":["a|b","c\\\\"]}}
                """;
        assertThat(client.post("groups", groups).count("added")).isEqualTo(2);

        HttpResponse<String> answer = admin.send(
                "GET",
                "/admin/realms/export-csv/bulk-export/groups"
                        + "?fields=path,description,realmRoles%5B%5D,attributes.x%5B%5D",
                Map.of("Accept", "text/csv"),
                null);

        assertThat(answer.body().lines())
                .containsExactlyInAnyOrder(
                        "path,description,realmRoles[],attributes.x[]",
                        "/plain,,offline_access|uma_authorization,",
                        "\"/Odd, odd\",\"\"\"a|b\\c\"\"\",,a\\|b|c\\\\");
        ImportAnswer back = client.post(
                "groups?ifExists=overwrite", "text/csv", answer.body().getBytes(StandardCharsets.UTF_8));
        assertThat(back.addsUp().count("skipped")).as("%s", back.lines()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"clientRoles", "organizations", "organizations%5B%5D"})
    void aValueThatAColumnCannotHoldIsRefusedByItsName(String column) throws IOException {
        imports.post("organizations?ifExists=skip", "{\"name\":\"acme\"}");
        imports.post("users?ifExists=merge", """
                {"username":"user-0000","clientRoles":{"account":["view-profile"]},"organizations":[{"alias":"acme"}]}
                """);

        HttpResponse<String> answer =
                admin.send("GET", USERS + "?fields=username," + column, Map.of("Accept", "text/csv"), null);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("Column " + column.replace("%5B%5D", "[]") + " cannot hold");
    }

    @Test
    void gzipIsUsedWhereTheClientTakesIt() throws Exception {
        String plain = export("").body();
        for (Map.Entry<String, Boolean> encoding : Map.of(
                        "gzip, deflate, br", true, "gzip;q=0", false, "identity", false, "gzip;q=0.5", true)
                .entrySet()) {
            HttpRequest request = HttpRequest.newBuilder(server.resolve(USERS))
                    .header("Authorization", "Bearer " + admin.token())
                    .header("Accept-Encoding", encoding.getKey())
                    .build();
            HttpResponse<byte[]> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofByteArray());
            boolean compressed =
                    answer.headers().firstValue("Content-Encoding").orElse("").equals("gzip");
            assertThat(compressed).as(encoding.getKey()).isEqualTo(encoding.getValue());
            byte[] body = compressed
                    ? new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes()
                    : answer.body();
            assertThat(withoutSummary(new String(body, StandardCharsets.UTF_8))).isEqualTo(withoutSummary(plain));
        }
    }

    /** The summary has the duration. */
    private static String withoutSummary(String body) {
        return body.substring(0, body.lastIndexOf("{\"summary\""));
    }

    /** More often than there are places for exports. */
    @Test
    void aHeadReadsNothingAndKeepsNoPlace() {
        for (int i = 0; i < 6; i++) {
            HttpResponse<String> answer = admin.send("HEAD", USERS, null);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEmpty();
        }
        assertThat(export("?max=1").records()).hasSize(1);
    }

    @Test
    void fieldsChooseWhatIsReadAndWritten() {
        ExportAnswer answer = export("?fields=username,enabled&max=1");

        assertThat(answer.records().get(0).properties())
                .extracting(Map.Entry::getKey)
                .containsExactly("username", "enabled");
    }

    @Test
    void nothingOfItIsKeptByACache() {
        assertThat(export("?max=1").response().headers().firstValue("Cache-Control"))
                .contains("no-store");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            ?aftr=x; Unknown query parameter "aftr"
            ?max=0; must be a whole number
            ?fields=username,nosuch; must name fields of kind users
            ?fields=attributes.city; only with `Accept: text/csv`
            ?fields=; has an empty name
            """)
    void aWrongParameterIsRefusedBeforeAnythingIsRead(String query, String message) {
        ExportAnswer answer = export(query);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains(message.replace("\"", "\\\""));
    }

    /** The shared server has no option `export-secrets`. */
    @Test
    void law9_secretsTakeAnOptionOfTheServer() {
        ExportAnswer answer = export("?secrets=true");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("requires the option `export-secrets=true` of the server");
    }

    /** Pages of keys are as long as other pages, and the position of each is the line of its last key. */
    @Test
    void keysOfAnyNumberAreAnsweredInTheirOrder() {
        List<ObjectNode> all = export("").records();
        String keys = IntStream.range(0, COUNT)
                .mapToObj(
                        i -> "{\"username\":\"%s-%04d\"}\n".formatted(i % 100 == 99 ? "nobody" : "user", COUNT - 1 - i))
                .collect(Collectors.joining("\n"));

        ExportAnswer named = ExportAnswer.post(admin, REALM, "users", keys);
        ExportAnswer some = ExportAnswer.post(admin, REALM, "users?max=1100&fields=username", keys);
        ExportAnswer rest = ExportAnswer.post(
                admin,
                REALM,
                "users?fields=username&after=" + some.summary().get("after").asText(),
                keys);

        assertThat(named.records()).hasSize(COUNT - COUNT / 100).startsWith(all.get(COUNT - 1), all.get(COUNT - 2));
        assertThat(named.summary().get("missing").asInt()).isEqualTo(COUNT / 100);
        assertThat(named.progress())
                .extracting(page -> page.get("after").asText())
                .containsExactly("1999", "3999");
        assertThat(some.summary().get("after").asText()).isEqualTo("2199");
        assertThat(Stream.concat(some.records().stream(), rest.records().stream())
                        .map(user -> user.get("username").asText()))
                .isEqualTo(usernames(named.records()));
        assertThat(usernames(ExportAnswer.post(admin, REALM, "users?enabled=false", keys)
                        .records()))
                .isEqualTo(named.records().stream()
                        .filter(user -> !user.get("enabled").asBoolean())
                        .map(user -> user.get("username").asText())
                        .toList());
    }

    @Test
    void aMalformedKeyEndsTheExportWithItsLine() {
        String keys = "{\"username\":\"user-0001\"}\n".repeat(1200);

        ExportAnswer first = ExportAnswer.post(admin, REALM, "users", "{\"username\":\"a\"}\nsecret\n" + keys);
        ExportAnswer later = ExportAnswer.post(admin, REALM, "users", keys + "{\"username\":[\"secret\"]}\n");

        assertThat(first.status()).isEqualTo(400);
        assertThat(first.body()).contains("Line 2 of the body").doesNotContain("secret");
        assertThat(later.summary().get("code").asText()).isEqualTo("malformed_key");
        assertThat(later.summary().get("message").asText()).contains("Line 1201 of the body");
        assertThat(later.records()).hasSize(1000);
        assertThat(later.body()).doesNotContain("secret");
        assertThat(ExportAnswer.post(admin, REALM, "users?after=x", keys).body())
                .contains("`after` is not the number");
    }

    @Test
    void keysComeAsCsvAndCompressedToo() throws Exception {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(body)) {
            gzip.write("username\nuser-0002\nuser-0001\n".getBytes(StandardCharsets.UTF_8));
        }
        HttpRequest request = HttpRequest.newBuilder(server.resolve(USERS + "?fields=username"))
                .header("Authorization", "Bearer " + admin.token())
                .header("Content-Type", "text/csv")
                .header("Content-Encoding", "gzip")
                .header("Accept", "text/csv")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()))
                .build();

        assertThat(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .body())
                .isEqualTo("username\r\nuser-0002\r\nuser-0001\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "5:ab", "-1:", "99999999999999999999:a", ":", "1x:a"})
    void aPositionThatNoExportGaveIsRefused(String after) {
        ExportAnswer answer = ExportAnswer.get(admin, REALM, "groups?after=" + after);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("`after` is not a position");
    }

    @Test
    void columnsOfCsvMustBeNamed() {
        HttpResponse<String> answer = admin.send("GET", USERS, Map.of("Accept", "text/csv"), null);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("requires its columns in query parameter `fields`");
    }

    @Test
    void aKindWithoutAnExportIsNotFound() {
        assertThat(ExportAnswer.get(admin, REALM, "realm-attributes").status()).isEqualTo(404);
        assertThat(ExportAnswer.get(admin, REALM, "nosuch").status()).isEqualTo(404);
    }

    /** Lines that an export adds are neither records nor mistakes, wherever they are. */
    @Test
    void anImportPassesOverTheLinesThatTellOfAnExport() throws IOException {
        ImportAnswer answer = imports.post("groups?results=all", """
                {"progress":{"records":1,"after":"x"}}
                {"path":"/first"}
                {"summary":{"kind":"groups","status":"COMPLETED","records":1}}
                {"path":"/second"}
                {"summary":{"kind":"groups","status":"COMPLETED","records":2}}
                """);

        assertThat(answer.addsUp().count("read")).isEqualTo(2);
        assertThat(answer.outcomes().keySet()).containsExactly(2, 4);
    }

    private static ExportAnswer export(String query) {
        return ExportAnswer.get(admin, REALM, "users" + query);
    }

    private static List<String> usernames(List<ObjectNode> users) {
        return users.stream().map(user -> user.get("username").asText()).toList();
    }
}
