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
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
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

    /** What was removed leaves its position behind. */
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
            ?secrets=true; Unknown query parameter "secrets"
            """)
    void aWrongParameterIsRefusedBeforeAnythingIsRead(String query, String message) {
        ExportAnswer answer = export(query);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains(message.replace("\"", "\\\""));
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
