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
 * What it costs a server to be looked into, in CPU time of a token request: wall time would tell more about the
 * machine. Servers of all sorts are started together, again and again, and asked in turn, a few requests at a time: the
 * same work takes a tenth more or less from one second to the next, for what else the machine does and its neighbours
 * do, and that befalls all alike. They are warmed up together, too: what the compiler makes of a server depends on how
 * busy the machine is.
 */
final class MetricsCostRun implements Measurement {

    private static final String DATABASE = "bench_cost";

    /** These timings are off unless somebody wants them. The cost is that of all timings. */
    private static final String AUTHENTICATION_STEPS = "spi-events-listener--keylift-metrics--authentication-steps";

    /**
     * Requests of a turn: the first few of them find the processor's caches full of what the other servers left there,
     * as no server does that is busy.
     */
    private static final int TURN = 50;

    /** As many as the processors that a server has on the smallest machine. */
    private static final int CONNECTIONS = 2;

    /** The most that the compiler takes of a server's time while that is measured. */
    private static final double COMPILER = 0.1;

    /** From then on, what has been measured counts anyhow: a compiler may not come to an end. */
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
                for (int set = 1; set <= settings.sets(); set++) {
                    System.out.printf("Cost of a token, set %d of %d%n", set, settings.sets());
                    measure(servers);
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
     * What a request of each server has taken, once the compiler has little left to do: code that a request passes
     * once, as most of ours, is compiled long after code that it passes a hundred times.
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

    /** What a request of each server has taken. */
    private List<TokenCpuTime> ask(List<InstrumentedServer> servers, Grant grant) throws Exception {
        int turns = Math.max(1, grant.requests(settings.tokens()) / TURN);
        List<TokenLoad> loads = new ArrayList<>();
        List<ProcessTime> before = new ArrayList<>();
        for (InstrumentedServer server : servers) {
            loads.add(new TokenLoad(Collections.nCopies(CONNECTIONS, server.keycloak()), grant));
            before.add(ProcessTime.of(server.keycloak()));
        }
        for (int i = 0; i < turns; i++) {
            // None always follows the same one.
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
