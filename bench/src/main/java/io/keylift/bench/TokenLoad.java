// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Sends token requests to servers, one after the other on each of a few connections. */
final class TokenLoad {

    private final List<TokenRequest> connections;

    /** Opens a connection for each element; a server may occur more than once. */
    TokenLoad(List<KeycloakServer> servers, Grant grant) throws IOException, InterruptedException {
        List<TokenRequest> all = new ArrayList<>();
        for (KeycloakServer keycloak : servers) {
            all.add(new TokenRequest(keycloak, grant));
        }
        this.connections = List.copyOf(all);
    }

    /** Sends this number of requests on each connection, and waits for all answers. */
    void send(int requests) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(connections.size());
        try {
            List<Future<?>> all = new ArrayList<>();
            for (TokenRequest connection : connections) {
                all.add(threads.submit(() -> {
                    for (int i = 0; i < requests; i++) {
                        connection.send();
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
