// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Starts plain servers and as many with our JAR together, again and again, and asks them in turn, request by request: the same work takes a tenth more CPU time or less
 * from one second to the next, for what else the machine does and its neighbours do, and that befalls all alike. They are warmed up together, too: what the compiler
 * makes of a server depends on how busy the machine is. Two of each sort, to see how much two of one sort differ. Only by secret: what the compiler makes of a
 * password's hash differs by half from start to start, and beside that nothing else shows.
 */
final class PairedRun {

    private static final String DATABASE = "bench_pairs";

    private static final Grant GRANT = Grant.CLIENT_CREDENTIALS;

    /** After so many requests the compiler is nearly done. Before, it is further in a server that has less to compile: ours seems to cost more than it does. */
    private static final int WARM_UP = 40_000;

    private final EmbeddedDatabase database;
    private final BenchSettings settings;
    private final PairedCost cost =
            new PairedCost(GRANT.label(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

    PairedRun(EmbeddedDatabase database, BenchSettings settings) {
        this.database = database;
        this.settings = settings;
    }

    PairedCost run() throws Exception {
        try (KeycloakServer plain = server(Observed.PLAIN);
                KeycloakServer metered = server(Observed.KEYLIFT_METRICS);
                KeycloakServer otherPlain = server(Observed.PLAIN);
                KeycloakServer otherMetered = server(Observed.KEYLIFT_METRICS)) {
            List<KeycloakServer> servers = List.of(plain, metered, otherPlain, otherMetered);
            Grant.createClient(plain);
            for (int set = 1; set <= settings.pairs(); set++) {
                System.out.printf(
                        "Cost of a token, set %d of %d: two plain servers, two with our JAR%n", set, settings.pairs());
                start(servers, set);
                warmUp(servers);
                cost.add(ask(servers));
                cost.print(System.out);
                servers.forEach(KeycloakServer::stop);
            }
        }
        return cost;
    }

    private KeycloakServer server(Observed observed) {
        return observed.server(database, DATABASE, null);
    }

    /** Another one first each time. */
    private static void start(List<KeycloakServer> servers, int set) {
        List<KeycloakServer> order = new ArrayList<>(servers);
        Collections.rotate(order, set);
        order.forEach(KeycloakServer::start);
    }

    private static void warmUp(List<KeycloakServer> servers) throws Exception {
        ExecutorService connections = Executors.newFixedThreadPool(servers.size());
        try {
            List<Future<?>> all = new ArrayList<>();
            for (KeycloakServer keycloak : servers) {
                TokenRequest request = new TokenRequest(keycloak, GRANT);
                all.add(connections.submit(() -> {
                    for (int i = 0; i < WARM_UP; i++) {
                        request.send();
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            connections.shutdownNow();
        }
    }

    /** What the requests of each server have taken. */
    private List<ProcessTime> ask(List<KeycloakServer> servers) throws Exception {
        List<TokenRequest> requests = new ArrayList<>(
                servers.stream().map(one -> new TokenRequest(one, GRANT)).toList());
        List<ProcessTime> before = servers.stream().map(ProcessTime::of).toList();
        for (int i = 0; i < settings.tokens(); i++) {
            for (TokenRequest request : requests) {
                request.send();
            }
            // Each is as often first as second, third and last.
            Collections.rotate(requests, 1);
        }
        return IntStream.range(0, servers.size())
                .mapToObj(i -> ProcessTime.of(servers.get(i)).since(before.get(i)))
                .toList();
    }
}
