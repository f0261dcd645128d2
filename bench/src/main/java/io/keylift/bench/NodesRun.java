// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.tenant.SampleStructure;
import io.keylift.it.tenant.SampleTenant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;

/**
 * Measures the gain by a second node: one node of a cluster of two imports all records, or both import one half each at
 * the same time, in random order. The nodes choose the number of chunks in flight themselves.
 */
final class NodesRun extends OperationRounds {

    private static final String DATABASE = "bench_nodes";
    private static final int NODES = 2;

    /** Maximum number of persons in a round of the warm-up. */
    private static final int WARM_UP_PERSONS = 20_000;

    private static final String ONE = "one-of-two-nodes";
    private static final String BOTH = "two-nodes";

    private final Random random = new Random(26);
    private final List<KeycloakServer> nodes = new ArrayList<>();

    private Realms realms;

    NodesRun(BenchServers servers) {
        super("nodes", servers, WARM_UP_PERSONS);
    }

    @Override
    public void run() throws Exception {
        try {
            for (int i = 0; i < NODES; i++) {
                nodes.add(servers.on(DATABASE)
                        .option("cache", "ispn")
                        .option("cache-embedded-network-bind-address", "127.0.0.1")
                        .option("cache-embedded-network-bind-port", Integer.toString(FreePorts.next()))
                        .start());
            }
            realms = new Realms(nodes.get(0), "bench-nodes", settings.streams());
            realms.createStaying();
            measureRounds();
        } finally {
            nodes.forEach(KeycloakServer::close);
        }
    }

    @Override
    void round(int records, BiConsumer<String, Done> each) throws Exception {
        List<List<KeycloakServer>> order = new ArrayList<>(List.of(nodes.subList(0, 1), nodes));
        Collections.shuffle(order, random);
        for (List<KeycloakServer> importing : order) {
            each.accept(importing.size() == 1 ? ONE : BOTH, measure(importing, records));
        }
    }

    private Done measure(List<KeycloakServer> importing, int persons) throws Exception {
        SampleTenant tenant = Realms.tenant(Workload.WHOLE_PERSONS, persons);
        String realm = realms.create(Workload.WHOLE_PERSONS, tenant);
        realms.tables().settle();
        List<Callable<Void>> parts = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= importing.size(); i++) {
            int to = persons * i / importing.size();
            parts.add(part(importing.get(i - 1), realm, tenant, from, to));
            from = to;
        }
        Written written = Written.of(servers.database(), DATABASE);
        CpuTimes cpu = cpu();
        long start = System.nanoTime();
        all(parts);
        double seconds = (System.nanoTime() - start) / 1e9;
        Done done = new Done(
                Operation.IMPORT,
                persons,
                seconds,
                cpu().perRecord(cpu, persons),
                Written.of(servers.database(), DATABASE).since(written),
                Map.of(),
                null);
        realms.remove(realm);
        return done;
    }

    /** CPU times of both nodes. */
    private CpuTimes cpu() {
        double keycloak = nodes.stream().mapToDouble(CpuTimes::micros).sum();
        return new CpuTimes(
                keycloak, CpuTimes.of(nodes.get(0), servers.database()).postgresql());
    }

    private static Callable<Void> part(KeycloakServer node, String realm, SampleTenant tenant, int from, int to) {
        AdminHttp admin = AdminHttp.master(node.baseUrl());
        admin.token();
        return () -> {
            int added = admin.stream(
                            "/admin/realms/" + realm + "/bulk-import/users?results=summary",
                            "application/x-ndjson",
                            SampleStructure.lines(to - from, index -> tenant.person(from + index)),
                            line -> {})
                    .path("added")
                    .asInt();
            if (added != to - from) {
                throw new IllegalStateException("Of " + (to - from) + " persons, " + node + " imported " + added);
            }
            return null;
        };
    }

    private static void all(List<Callable<Void>> parts) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(parts.size());
        try {
            for (Future<Void> part : threads.invokeAll(parts)) {
                part.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
