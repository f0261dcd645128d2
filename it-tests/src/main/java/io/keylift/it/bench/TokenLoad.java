// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import io.keylift.it.server.KeycloakServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Requests tokens of one server, one after the other on each of a few connections, and says what that has cost the server's process. */
final class TokenLoad {

    private static final int CONNECTIONS = 2;

    private final KeycloakServer keycloak;

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
        TokenRequest request = new TokenRequest(keycloak, grant);
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

    private static List<Double> send(TokenRequest request, int requests) throws Exception {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            millis.add(request.send());
        }
        return millis;
    }
}
