// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import io.keylift.it.server.KeycloakServer;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/** Requests tokens of one server, one after the other on each of a few connections, and says what that has cost the server's process. */
final class TokenLoad {

    private static final int CONNECTIONS = 2;

    private final KeycloakServer keycloak;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    TokenLoad(KeycloakServer keycloak) {
        this.keycloak = keycloak;
    }

    /**
     * What one of so many requests has taken.
     *
     * @param cpuMicros of all threads of the server's process, those of its compiler and of its garbage collector included
     * @param wallMillis the median
     */
    record Spent(double cpuMicros, double wallMillis) {}

    /** Gets the code compiled, with so many requests as of {@link Grant#requests}. */
    void warmUp(int tokens) throws Exception {
        for (Grant grant : Grant.values()) {
            request(grant, grant.requests(tokens));
        }
    }

    Spent request(Grant grant, int requests) throws Exception {
        URI url = keycloak.baseUrl().resolve("/realms/master/protocol/openid-connect/token");
        HttpRequest request = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(grant)))
                .build();
        ExecutorService connections = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            double before = CpuTimes.micros(keycloak);
            List<Future<List<Double>>> all = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                all.add(connections.submit(() -> send(request, requests / CONNECTIONS)));
            }
            List<Double> millis = new ArrayList<>();
            for (Future<List<Double>> sent : all) {
                millis.addAll(sent.get());
            }
            return new Spent((CpuTimes.micros(keycloak) - before) / millis.size(), Measured.median(millis));
        } finally {
            connections.shutdown();
        }
    }

    private List<Double> send(HttpRequest request, int requests) throws Exception {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            long start = System.nanoTime();
            HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
            millis.add((System.nanoTime() - start) / 1e6);
            if (answer.statusCode() != 200) {
                throw new IllegalStateException("No token: " + answer.statusCode() + " " + answer.body());
            }
        }
        return millis;
    }

    private static String form(Grant grant) {
        return grant.form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }
}
