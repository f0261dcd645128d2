// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.tenant.SampleTenant;
import io.keylift.it.tenant.TenantRealm;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Measures imports of one record and of ten from a single client, and then imports of one record from several clients,
 * alone and beside sign-ins. Requests of several clients begin on schedule, whether those before have ended or not.
 */
final class SmallRequestsRun implements Measurement {

    private static final String DATABASE = "bench_small_requests";

    /** A realm without organizations: in one with some, a sign-in has a further page. */
    private static final String SIGN_INS = "bench-sign-ins";

    private static final int CLIENTS = 8;
    private static final int TEN = 10;

    /** Sign-ins alone come first, to compare the others with. */
    private static final List<SmallLoad> LOADS = List.of(
            new SmallLoad(0, 10),
            new SmallLoad(50, 10),
            new SmallLoad(0, 20),
            new SmallLoad(200, 20),
            new SmallLoad(200, 0));

    private final BenchServers servers;
    private final BenchSettings settings;
    private final AtomicInteger next = new AtomicInteger();
    private final List<ImportingClient> clients = new ArrayList<>();
    private final List<List<SmallLoadResult>> rounds = new ArrayList<>();
    private List<Latency> calls = List.of();
    private SignInUsers users;

    SmallRequestsRun(BenchServers servers) {
        this.servers = servers;
        this.settings = servers.settings();
    }

    /** Imports of one record, and sign-ins, that begin in a second. */
    record SmallLoad(int imports, int signIns) {}

    /**
     * Latencies under a load.
     *
     * @param imports of the imports that were not refused
     * @param refused number of imports that were refused with status 429
     */
    record SmallLoadResult(SmallLoad load, LatencySpread imports, int refused, LatencySpread signIns) {}

    private record Result(List<Latency> calls, List<List<SmallLoadResult>> rounds) {}

    @Override
    public String name() {
        return "smallRequests";
    }

    @Override
    public void run() throws Exception {
        try (KeycloakServer keycloak = servers.on(DATABASE).start()) {
            AdminHttp admin = AdminHttp.master(keycloak.baseUrl());
            Realms realms = new Realms(keycloak, "bench-small", settings.streams());
            realms.createStaying();
            SampleTenant tenant = Realms.tenant(Workload.WHOLE_PERSONS, 0);
            String realm = realms.create(Workload.WHOLE_PERSONS, tenant);
            TenantRealm.create(admin, SIGN_INS);
            users = SignInUsers.create(admin, keycloak.baseUrl(), SIGN_INS);
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(ImportingClient.create(admin, keycloak.baseUrl(), realm, "importer-" + i, tenant));
            }
            realms.tables().settle();
            measureSingle(keycloak);
            measureLoads(realms);
        }
    }

    private void measureSingle(KeycloakServer keycloak) throws Exception {
        System.out.println("Small requests: one client");
        ImportingClient client = clients.get(0);
        Latencies latencies = new Latencies(() -> CpuTimes.of(keycloak, servers.database()));
        latencies.add("import of one record", round -> client.prepare(), round -> send(client, 1));
        latencies.add("import of ten records", round -> client.prepare(), round -> send(client, TEN));
        calls = latencies.measure(settings.requests(), settings.warmUpSeconds());
    }

    private void send(ImportingClient client, int records) throws Exception {
        if (!client.send(next.getAndAdd(records), records)) {
            throw new IllegalStateException("An import was refused though no other was active");
        }
    }

    private void measureLoads(Realms realms) throws Exception {
        TimeLimit limit = new TimeLimit();
        System.out.println("Small requests, several clients: warming up");
        round(realms);
        for (int round = 1; round <= settings.rounds() && limit.allowsRound(); round++) {
            System.out.printf("Small requests, several clients, round %d of %d%n", round, settings.rounds());
            limit.roundBegins();
            rounds.add(round(realms));
            limit.roundEnded();
        }
    }

    private List<SmallLoadResult> round(Realms realms) throws Exception {
        List<SmallLoadResult> results = new ArrayList<>();
        for (SmallLoad load : LOADS) {
            realms.tables().tidy();
            SmallLoadResult result = measure(load);
            System.out.println("  " + result);
            results.add(result);
        }
        return results;
    }

    private SmallLoadResult measure(SmallLoad load) throws Exception {
        clients.forEach(ImportingClient::prepare);
        CompletableFuture<List<Double>> signIns = CompletableFuture.supplyAsync(() -> signIn(load));
        boolean[] refused = new boolean[load.imports() * settings.requestSeconds()];
        List<Double> imports = SteadyCalls.send(
                load.imports(),
                settings.requestSeconds(),
                index -> refused[index] = !clients.get(index % CLIENTS).send(next.getAndIncrement(), 1));
        List<Double> imported = IntStream.range(0, refused.length)
                .filter(index -> !refused[index])
                .mapToObj(imports::get)
                .toList();
        return new SmallLoadResult(
                load, LatencySpread.of(imported), refused.length - imported.size(), LatencySpread.of(signIns.get()));
    }

    private List<Double> signIn(SmallLoad load) {
        try {
            return users.signIn(load.signIns(), settings.requestSeconds());
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    @Override
    public void print(PrintStream out) {
        Latency.print(calls, out);
        out.printf(
                "%n%-22s %-22s %8s %9s %9s %9s %8s %12s %12s%n",
                "imports of one, ms",
                "sign-ins beside",
                "samples",
                "p50",
                "p95",
                "p99",
                "refused",
                "sign-ins p50",
                "p99");
        for (List<SmallLoadResult> round : rounds) {
            for (SmallLoadResult result : round) {
                out.printf(
                        Locale.ROOT,
                        "%-22s %-22s %8d %9.1f %9.1f %9.1f %8d %12.1f %12.1f%n",
                        result.load().imports() + "/s, " + CLIENTS + " clients",
                        result.load().signIns() + "/s",
                        result.imports().samples(),
                        result.imports().p50(),
                        result.imports().p95(),
                        result.imports().p99(),
                        result.refused(),
                        result.signIns().p50(),
                        result.signIns().p99());
            }
        }
    }

    @Override
    public Object result() {
        return new Result(calls, rounds);
    }
}
