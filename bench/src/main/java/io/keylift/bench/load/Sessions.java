// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Creates sessions in the realm with the cheap hash, by the direct grant. None of this is measured. */
final class Sessions {

    private static final int CONNECTIONS = 4;

    private final URI tokenUrl;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private int made;

    /** @param server address of the server, or of several */
    Sessions(URI server) {
        tokenUrl = server.resolve("/realms/" + LoadRealms.SESSION_REALM + "/protocol/openid-connect/token");
    }

    /**
     * Creates sessions until this number exists.
     *
     * @return the answers of the token endpoint for the new ones
     */
    List<JsonNode> makeUpTo(int sessions) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            List<Callable<JsonNode>> work = new ArrayList<>();
            for (; made < sessions; made++) {
                String username = "user-" + made % LoadRealms.SESSION_USERS;
                work.add(() -> signIn(username));
            }
            List<JsonNode> tokens = new ArrayList<>();
            for (Future<JsonNode> answer : threads.invokeAll(work)) {
                tokens.add(answer.get());
            }
            return tokens;
        } finally {
            threads.shutdownNow();
        }
    }

    private JsonNode signIn(String username) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(tokenUrl)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("grant_type=password&scope=openid&client_id=" + LoadRealms.BROWSER_CLIENT
                        + "&username=" + username + "&password=" + LoadRealms.PASSWORD))
                .build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("No session: " + answer.statusCode() + " " + answer.body());
        }
        return AdminHttp.parse(answer.body());
    }

    /** Writes the tokens in the form that the load generator reads. */
    static void write(List<JsonNode> tokens, Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("access_token,refresh_token");
        for (JsonNode answer : tokens) {
            lines.add(answer.get("access_token").asText() + ","
                    + answer.get("refresh_token").asText());
        }
        Files.write(file, lines);
    }
}
