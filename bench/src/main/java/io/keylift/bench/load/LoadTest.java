// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bench.Environment;
import io.keylift.bench.Instrumentation;
import io.keylift.bench.InstrumentedServer;
import io.keylift.bench.Options;
import io.keylift.it.observability.OtlpReceiver;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Increases the rate of requests to servers with different instrumentation until the SLO breaks, and writes a sizing
 * report. Measurements are kept, and the next run continues from there. See {@link LoadSettings} for the options.
 */
public final class LoadTest {

    /** Time to start a server, create its sessions and warm up the first service. */
    private static final int START_SECONDS = 60;

    /** Time of a step in addition to its rate: start and report of the generator. */
    private static final int STEP_SECONDS = 10;

    /** Minimum number of sessions that are created in a second. */
    private static final int SESSIONS_PER_SECOND = 100;

    private final Path directory;
    private final LoadSettings settings;
    private final Budget budget;
    private final EmbeddedDatabase database;
    private final LoadServers servers;
    private final Generator generator;
    private final LoadState state;

    private LoadTest(Path directory, LoadSettings settings, Budget budget, EmbeddedDatabase database, OtlpReceiver sink)
            throws Exception {
        this.directory = directory;
        this.settings = settings;
        this.budget = budget;
        this.database = database;
        this.servers = new LoadServers(database, sink.address(), settings.heap());
        this.generator = new Generator(Path.of(System.getProperty("load.generator")), directory);
        this.state = LoadState.in(directory, new LoadState(settings, Versions.measured(), Environment.of(database)));
    }

    public static void main(String[] arguments) throws Exception {
        LoadOptions options = Options.orExit(LoadOptions::fromSystemProperties);
        LoadSettings settings = options.settings();
        Instant start = Instant.parse(
                System.getProperty("load.buildStart", Instant.now().toString()));
        Budget budget = Budget.of(start, options.minutes());
        Path directory = Workspace.directory("load");
        try (EmbeddedDatabase database = EmbeddedDatabase.startIn(data(directory, settings), FreePorts.next());
                OtlpReceiver sink = new OtlpReceiver(spans -> {})) {
            new LoadTest(directory, settings, budget, database, sink).run(options.nodeLoss());
        }
    }

    /**
     * Data directory of PostgreSQL for this number of users and clients: to import them again would take longer than a
     * step.
     */
    private static Path data(Path directory, LoadSettings settings) {
        return directory.resolve("postgres-" + settings.users() + "-" + settings.clients());
    }

    private void run(boolean nodeLoss) throws Exception {
        System.out.println("Load test: " + settings);
        System.out.printf(
                "Done: %d steps, memory of %d servers%n",
                state.steps().size(), state.memory().size());
        importRecords();
        if (nodeLoss) {
            NodeLossReport empty = new NodeLossReport(settings, Versions.measured(), Environment.of(database));
            new NodeLoss(directory, NodeLossReport.in(directory, empty), budget, database, generator).run();
            return;
        }
        boolean all = measureRamps() && measureMemory();
        report();
        if (all) {
            System.out.println("The load test is complete");
        } else {
            System.out.printf(
                    "The time is over (load.minutes). Still open: %d of %d ramps, memory of %d servers. "
                            + "The same command goes on from here.%n",
                    state.openRamps(), settings.ramps(), state.openMemory().size());
        }
    }

    private void importRecords() throws Exception {
        Path done = data(directory, settings).resolve("imported");
        if (Files.exists(done)) {
            return;
        }
        System.out.printf(Locale.ROOT, "Importing %,d users and %,d clients%n", settings.users(), settings.clients());
        try (KeycloakServer keycloak = servers.importing()) {
            keycloak.start();
            new LoadRealms(database, keycloak).create(settings.users(), settings.clients());
        }
        Files.createFile(done);
    }

    /** Measures ramps; returns {@code false} if the time was up before all were done. */
    private boolean measureRamps() throws Exception {
        for (int set = 1; set <= settings.sets(); set++) {
            List<Instrumentation> order = new ArrayList<>(settings.servers());
            // Rotates the order, so that changes of the machine during a set do not always affect the same server.
            Collections.rotate(order, -(set - 1));
            for (Instrumentation server : order) {
                int current = set;
                List<Service> open = settings.services().stream()
                        .filter(service -> state.isOpen(current, server, service))
                        .toList();
                if (!open.isEmpty() && !visit(set, servers.measured(server), open)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean visit(int set, InstrumentedServer server, List<Service> open) throws Exception {
        if (!budget.allows(START_SECONDS + stepSeconds())) {
            return false;
        }
        System.out.printf(
                "Set %d of %d, %s%n", set, settings.sets(), server.observed().label());
        LoadRealms.clearSessions(database, LoadServers.DATABASE);
        try (KeycloakServer keycloak = server.keycloak()) {
            double ready = server.start();
            StepRun run = new StepRun(generator, database, keycloak, target(keycloak));
            boolean all = true;
            for (Service service : open) {
                all = all && ramp(set, server.observed(), service, run);
            }
            state.starts().add(new Start(set, server.observed(), ready, server.residentMegabytes()));
            state.write(directory);
            return all;
        }
    }

    private boolean ramp(int set, Instrumentation server, Service service, StepRun run) throws Exception {
        Ramp ramp = settings.ramp(service);
        boolean warm = false;
        while (true) {
            OptionalDouble rate = ramp.next(state.ramp(set, server, service));
            if (rate.isEmpty()) {
                return true;
            }
            if (!budget.allows(stepSeconds() + (warm ? 0 : settings.warmUpSeconds() + STEP_SECONDS))) {
                return false;
            }
            if (!warm) {
                // A step follows in any case, so that each run makes progress.
                double share = run.warmUp(service, settings.warmUpSeconds());
                if (!Double.isNaN(share)) {
                    System.out.printf(
                            "  %-18s warmed up, compiler %s %% of the CPU%n",
                            service.label(), Numbers.round(100 * share));
                }
                warm = true;
            }
            StepFigures figures =
                    run.measure(service, rate.getAsDouble(), settings.settleSeconds(), settings.seconds());
            Step step = new Step(
                    set, server, service, rate.getAsDouble(), settings.slo().holds(figures), figures);
            state.steps().add(step);
            state.write(directory);
            say(step);
        }
    }

    private void say(Step step) {
        StepFigures figures = step.figures();
        System.out.printf(
                "  %-18s %6s/s: p95 %6s ms, %d of %d failed, CPU %s ms, %s; %d of %d ramps open%n",
                step.service().label(),
                Numbers.round(step.rate()),
                Numbers.round(figures.latencies().p95()),
                figures.latencies().failed(),
                figures.latencies().operations(),
                Numbers.round(figures.serverMillisPerOperation()),
                step.held() ? "SLO held" : "SLO broken",
                state.openRamps(),
                settings.ramps());
    }

    private double stepSeconds() {
        return settings.settleSeconds() + settings.seconds() + STEP_SECONDS;
    }

    /** Parameters of the scenarios for a running server. */
    private Map<String, String> target(KeycloakServer keycloak) throws Exception {
        Path tokens = directory.resolve("tokens.csv");
        List<JsonNode> made = new Sessions(keycloak.baseUrl()).makeUpTo(settings.refreshed());
        Sessions.write(made, tokens);
        return target(settings, keycloak.baseUrl(), tokens, SignInPage.styleSheet(keycloak));
    }

    /**
     * Parameters of the scenarios.
     *
     * @param url address of the server, or of several
     * @param tokens file with the tokens of sessions
     * @param asset path of the static asset
     */
    static Map<String, String> target(LoadSettings settings, URI url, Path tokens, String asset) {
        return Map.ofEntries(
                Map.entry("url", url.toString()),
                Map.entry("realm", LoadRealms.REALM),
                Map.entry("users", Integer.toString(settings.users())),
                Map.entry("clients", Integer.toString(settings.clients())),
                Map.entry("password", LoadRealms.PASSWORD),
                Map.entry("secret", LoadRealms.SECRET),
                Map.entry("browserClient", LoadRealms.BROWSER_CLIENT),
                Map.entry("redirectUri", LoadRealms.REDIRECT_URI),
                Map.entry("sessionRealm", LoadRealms.SESSION_REALM),
                Map.entry("tokens", tokens.toString()),
                Map.entry("asset", asset));
    }

    private boolean measureMemory() throws Exception {
        for (Instrumentation sort : state.openMemory()) {
            int most = Collections.max(settings.sessions());
            if (!budget.allows(START_SECONDS + (double) most / SESSIONS_PER_SECOND)) {
                return false;
            }
            System.out.printf(Locale.ROOT, "Memory of %,d sessions, %s%n", most, sort.label());
            LoadRealms.clearSessions(database, LoadServers.DATABASE);
            state.memory().add(MemoryRun.measure(servers.keepingSessions(sort), settings.sessions()));
            state.write(directory);
        }
        return true;
    }

    private void report() throws IOException {
        System.out.println();
        System.out.print(SizingReport.write(state, directory));
        System.out.println("Written to " + directory.resolve("sizing.md") + " and sizing.json");
    }
}
