// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import io.keylift.it.observability.OtlpReceiver;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What it costs a server to be looked into, in CPU time of a token request: wall time would tell more about the machine. A JVM that is started again compiles
 * the same code to another result, so servers are started in turn, several times each.
 */
final class MetricsCostRun {

    private static final String DATABASE = "bench_cost";

    private final EmbeddedDatabase database;
    private final BenchSettings settings;
    private final List<TokenCost> costs = new ArrayList<>();
    private final List<Footprint> footprints = new ArrayList<>();

    MetricsCostRun(EmbeddedDatabase database, BenchSettings settings) {
        this.database = database;
        this.settings = settings;
    }

    MetricsCost run() throws Exception {
        try (OtlpReceiver drain = new OtlpReceiver(spans -> {})) {
            Map<Observed, KeycloakServer> servers = servers(drain.address());
            try {
                Grant.createClient(servers.get(Observed.PLAIN));
                alternate(servers);
            } finally {
                servers.values().forEach(KeycloakServer::close);
            }
        }
        return new MetricsCost(costs, footprints, HooksCost.measured());
    }

    private Map<Observed, KeycloakServer> servers(URI sink) {
        Map<Observed, KeycloakServer> servers = new EnumMap<>(Observed.class);
        for (Observed observed : Observed.values()) {
            System.out.println("Building a server: " + observed.label());
            servers.put(observed, observed.server(database, DATABASE, sink));
        }
        return servers;
    }

    private void alternate(Map<Observed, KeycloakServer> servers) throws Exception {
        for (Observed observed : Observed.values()) {
            footprints.add(new Footprint(observed.label(), new ArrayList<>(), new ArrayList<>()));
            for (Grant grant : Grant.values()) {
                costs.add(new TokenCost(
                        observed.label(), grant.label(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
            }
        }
        List<Observed> order = new ArrayList<>(List.of(Observed.values()));
        for (int round = 1; round <= settings.rounds(); round++) {
            for (Observed observed : order) {
                System.out.printf("Cost of a token, round %d of %d: %s%n", round, settings.rounds(), observed.label());
                measure(servers.get(observed), observed);
            }
            for (TokenCost cost : costs) {
                double plain = of(Observed.PLAIN, cost.grant()).cpuMicros().get(round - 1);
                cost.ofPlain().add(cost.cpuMicros().get(round - 1) / plain);
            }
            Collections.rotate(order, 1);
        }
    }

    private void measure(KeycloakServer keycloak, Observed observed) throws Exception {
        long start = System.nanoTime();
        keycloak.start();
        Footprint footprint = footprints.get(observed.ordinal());
        footprint.readySeconds().add((System.nanoTime() - start) / 1e9);
        TokenLoad load = new TokenLoad(keycloak);
        load.warmUp(settings.warmUp());
        for (Grant grant : Grant.values()) {
            TokenLoad.Spent spent = load.request(grant, grant.requests(settings.tokens()));
            TokenCost cost = of(observed, grant.label());
            cost.cpuMicros().add(spent.cpuMicros());
            cost.wallMillis().add(spent.wallMillis());
        }
        footprint.residentMegabytes().add(residentMegabytes(keycloak.pid()));
        keycloak.stop();
    }

    private TokenCost of(Observed observed, String grant) {
        return costs.stream()
                .filter(cost -> cost.observed().equals(observed.label()))
                .filter(cost -> cost.grant().equals(grant))
                .findFirst()
                .orElseThrow();
    }

    private static double residentMegabytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN;
        }
    }
}
