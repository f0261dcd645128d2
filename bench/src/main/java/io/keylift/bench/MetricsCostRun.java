// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.observability.OtlpReceiver;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import java.io.PrintStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Measures the cost of instrumentation in CPU time of a token request: wall time would depend more on the machine.
 * Servers of all sorts are started together, several times, and get a few requests each in turn. The time of the same
 * work varies by a tenth from one second to the next, because of other load on the machine, which then affects all
 * alike. They are also warmed up together, because the work of the compiler depends on the load of the machine.
 */
final class MetricsCostRun implements Measurement {

    private static final String DATABASE = "bench_cost";

    /** These timings are off by default. The measured cost includes all timings. */
    private static final String AUTHENTICATION_STEPS = "spi-events-listener--keylift-metrics--authentication-steps";

    /**
     * Requests of a turn. The first few find the processor's caches full of other servers' data, unlike in a busy
     * server.
     */
    private static final int TURN = 50;

    /** Number of connections: the processors of the smallest machine for a server. */
    private static final int CONNECTIONS = 2;

    /** Maximum share of the compiler in a server's time during a measurement. */
    private static final double COMPILER = 0.1;

    /** Number of attempts after which the measurement counts in any case: a compiler may never finish. */
    private static final int MOST_TIMES = 8;

    private final EmbeddedDatabase database;
    private final BenchSettings settings;
    private final List<TokenCost> costs;
    private final Random random = new Random(26);
    private MetricsCost result;
    private final Map<Instrumentation, Footprint> footprints = new EnumMap<>(Instrumentation.class);

    MetricsCostRun(EmbeddedDatabase database, BenchSettings settings) {
        this.database = database;
        this.settings = settings;
        List<Instrumentation> sorts = settings.servers().stream().distinct().toList();
        this.costs = settings.grants().stream()
                .map(grant -> TokenCost.of(grant, sorts))
                .toList();
        sorts.forEach(observed -> footprints.put(observed, new Footprint(observed)));
    }

    @Override
    public String name() {
        return "metricsCost";
    }

    @Override
    public void run() throws Exception {
        try (OtlpReceiver drain = new OtlpReceiver(spans -> {})) {
            List<InstrumentedServer> servers = servers(drain.address());
            try {
                Grant.createClient(servers.get(0).keycloak());
                TimeLimit limit = new TimeLimit();
                for (int set = 1; set <= settings.sets() && limit.allowsRound(); set++) {
                    System.out.printf("Cost of a token, set %d of %d%n", set, settings.sets());
                    limit.roundBegins();
                    measure(servers);
                    limit.roundEnded();
                }
            } finally {
                servers.forEach(server -> server.keycloak().close());
            }
        }
        result = new MetricsCost(costs, List.copyOf(footprints.values()), HooksCost.measured());
    }

    @Override
    public void print(PrintStream out) {
        result.print(out);
    }

    @Override
    public Object result() {
        return result;
    }

    private List<InstrumentedServer> servers(URI sink) {
        List<InstrumentedServer> servers = new ArrayList<>();
        for (Instrumentation observed : settings.servers()) {
            System.out.println("Building a server: " + observed.label());
            servers.add(new InstrumentedServer(observed, server(observed, sink).prepare()));
        }
        return servers;
    }

    private ServerSettings server(Instrumentation observed, URI sink) {
        ServerSettings server = observed.settings(database, DATABASE, sink);
        if (observed == Instrumentation.KEYLIFT_METRICS) {
            server.option(AUTHENTICATION_STEPS, "true");
        }
        return server;
    }

    private void measure(List<InstrumentedServer> servers) throws Exception {
        List<InstrumentedServer> order = new ArrayList<>(servers);
        Collections.shuffle(order, random);
        for (InstrumentedServer server : order) {
            footprints.get(server.observed()).readySeconds().add(server.start());
        }
        List<KeycloakServer> all =
                servers.stream().map(InstrumentedServer::keycloak).toList();
        for (Grant grant : settings.grants()) {
            new TokenLoad(all, grant).send(grant.requests(settings.warmUp()));
        }
        for (TokenCost cost : costs) {
            cost.add(askCompiled(servers, cost.grant()));
            cost.print(System.out);
        }
        for (InstrumentedServer server : servers) {
            footprints.get(server.observed()).residentMegabytes().add(server.residentMegabytes());
            server.keycloak().stop();
        }
    }

    /**
     * The CPU time of a request to each server, once the compiler has little left to do. Code that a request executes
     * once, such as most of ours, is compiled long after code that it executes a hundred times.
     */
    private List<TokenCpuTime> askCompiled(List<InstrumentedServer> servers, Grant grant) throws Exception {
        for (int times = 1; ; times++) {
            List<TokenCpuTime> spent = ask(servers, grant);
            if (times == MOST_TIMES || spent.stream().allMatch(MetricsCostRun::isCompiled)) {
                return spent;
            }
        }
    }

    private static boolean isCompiled(TokenCpuTime spent) {
        return spent.all() - spent.withoutCompiler() < COMPILER * spent.all();
    }

    /** The CPU time of a request to each server. */
    private List<TokenCpuTime> ask(List<InstrumentedServer> servers, Grant grant) throws Exception {
        int turns = Math.max(1, grant.requests(settings.tokens()) / TURN);
        List<TokenLoad> loads = new ArrayList<>();
        List<ProcessTime> before = new ArrayList<>();
        for (InstrumentedServer server : servers) {
            loads.add(new TokenLoad(Collections.nCopies(CONNECTIONS, server.keycloak()), grant));
            before.add(ProcessTime.of(server.keycloak()));
        }
        for (int i = 0; i < turns; i++) {
            // No server always follows the same one.
            Collections.shuffle(loads, random);
            for (TokenLoad load : loads) {
                load.send(TURN / CONNECTIONS);
            }
        }
        int tokens = turns * TURN;
        List<TokenCpuTime> spent = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            InstrumentedServer server = servers.get(i);
            ProcessTime time = ProcessTime.of(server.keycloak()).since(before.get(i));
            spent.add(new TokenCpuTime(server.observed(), time.all() / tokens, time.withoutCompiler() / tokens));
        }
        return spent;
    }
}
