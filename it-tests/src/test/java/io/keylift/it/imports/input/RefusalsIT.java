// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors of a request before the first line of a response: an HTTP status, and Keycloak's error representation. */
@OnSharedServer
class RefusalsIT {

    private static final String REALM = "refusals";
    private static final String USER = UserRecords.user("refused") + "\n";

    private static ImportClient client;
    private static URI server;

    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void realm(SharedServer shared) {
        client = ImportClient.inNewRealm(shared, REALM);
        server = shared.keycloak().baseUrl();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', textBlock = """
            404, unicorns,                        application/x-ndjson, ,         kind
            415, users,                           text/xml,             ,         Content-Type
            415, users,                           application/xml,      ,         Content-Type
            415, users,                           application/x-ndjson, br,       Content-Encoding
            415, users,                           application/x-ndjson, deflate,  Content-Encoding
            400, users?ifExists=never,            application/x-ndjson, ,         ifExists
            400, users?ifexists=skip,             application/x-ndjson, ,         ifexists
            400, users?chunkSize=0,               application/x-ndjson, ,         chunkSize
            400, users?parallelism=none,          application/x-ndjson, ,         parallelism
            400, users?job=%2e%2e%2fx,            application/x-ndjson, ,         job
            400, users?job=a&job=b,               application/x-ndjson, ,         job
            400, users?maxRejects=-1,             application/x-ndjson, ,         maxRejects
            400, users?dryRun=1,                  application/x-ndjson, ,         dryRun
            400, users,                           application/json,     ,         array
            400, users,                           application/x-ndjson, gzip,     gzip
            """)
    void aBadRequestIsRefused(int status, String kind, String type, String encoding, String says)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = post(kind, type, encoding, client.admin().token());

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(AdminHttp.JSON.readTree(answer.body()).path("errorMessage").asText())
                .contains(says);
    }

    @Test
    void aMissingContentTypeIsRefused() throws IOException, InterruptedException {
        HttpResponse<String> answer = post("users", null, null, client.admin().token());

        assertThat(answer.statusCode()).isEqualTo(415);
        assertThat(answer.body()).contains("Content-Type");
    }

    @ParameterizedTest
    @CsvSource({"users, false", "users, true", "unicorns, false"})
    void nobodyIsRefused(String kind, boolean withToken) throws IOException, InterruptedException {
        HttpResponse<String> answer = post(kind, ImportClient.NDJSON, null, withToken ? "no.token.atall" : null);

        assertThat(answer.statusCode()).isEqualTo(401);
    }

    @Test
    void anUnknownRealmIsNotFound() throws IOException, InterruptedException {
        String path = "/admin/realms/no-such-realm/bulk-import/users";

        HttpResponse<String> answer =
                send(path, ImportClient.NDJSON, null, client.admin().token());

        assertThat(answer.statusCode()).isEqualTo(404);
    }

    /** The request without its fault succeeds: each refusal above has one cause. */
    @Test
    void aGoodRequestIsNot() throws IOException, InterruptedException {
        HttpResponse<String> answer =
                post("users", ImportClient.NDJSON, "identity", client.admin().token());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue(ImportClient.NDJSON);
        assertThat(answer.headers().firstValue("Location").orElseThrow()).startsWith(server + client.path("jobs/"));
        assertThat(answer.body()).contains("\"status\":\"COMPLETED\"");
    }

    private HttpResponse<String> post(String kind, String type, String encoding, String token)
            throws IOException, InterruptedException {
        return send(client.path(kind), type, encoding, token);
    }

    private HttpResponse<String> send(String path, String type, String encoding, String token)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.resolve(path)).POST(BodyPublishers.ofString(USER));
        header(request, "Content-Type", type);
        header(request, "Content-Encoding", encoding);
        header(request, "Authorization", token == null ? null : "Bearer " + token);
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private static void header(HttpRequest.Builder request, String name, String value) {
        if (value != null) {
            request.header(name, value);
        }
    }
}
