// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.EmbeddedDatabase;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Puts one load on two nodes behind a balancer while one node is killed and restarted, during an import. Reports
 * failures, and the phases of each stalled second.
 */
final class NodeLoss {

    /** Services that only read: the balancer repeats them on the other node. */
    private static final Set<Service> REPEATABLE = Set.of(Service.USERINFO, Service.STATIC_ASSET);

    private static final int SECONDS = 90;
    private static final int SETTLE_SECONDS = 5;
    private static final int LEAVES_AFTER = 15;
    private static final int COMES_BACK_AFTER = 30;
    private static final int LONGEST_MINUTES = 5;

    /** Share of the rate: two nodes, the import and the generator share the machine. */
    private static final double SHARE_OF_RATE = 0.5;

    /** Additional time of a service, such as the end of an import. */
    private static final int MORE_SECONDS = 30;

    private final Path directory;
    private final NodeLossReport report;
    private final Budget budget;
    private final EmbeddedDatabase database;
    private final Generator generator;

    NodeLoss(Path directory, NodeLossReport report, Budget budget, EmbeddedDatabase database, Generator generator) {
        this.directory = directory;
        this.report = report;
        this.budget = budget;
        this.database = database;
        this.generator = generator;
    }

    /**
     * Measures the remaining services as long as the time suffices, and writes the report.
     *
     * @throws IllegalStateException if requests failed that the balancer can repeat
     */
    void run() throws Exception {
        if (!report.open().isEmpty()) {
            measure();
        }
        System.out.print(report.write(directory));
        System.out.println("Written to " + directory.resolve("node-loss.md"));
        if (!report.open().isEmpty()) {
            System.out.printf(
                    "The time is over (load.minutes). Still open: %s. The same command goes on from here.%n",
                    report.open().stream().map(Service::scenario).collect(Collectors.joining(", ")));
        }
        List<String> lost = report.losses().stream()
                .filter(loss ->
                        REPEATABLE.contains(loss.service()) && loss.latencies().failed() > 0)
                .map(loss -> loss.latencies().failed() + " of " + loss.service().label())
                .toList();
        if (!lost.isEmpty()) {
            throw new IllegalStateException("Requests were lost that the balancer can repeat: " + lost);
        }
    }

    private void measure() throws Exception {
        LoadRealms.clearSessions(database, LoadServers.DATABASE);
        LoadSettings settings = report.settings();
        try (BalancedNodes nodes = new BalancedNodes(database, directory, settings.heap())) {
            nodes.start();
            Map<String, String> target = target(nodes);
            for (Service service : report.open()) {
                if (!budget.allows(settings.warmUpSeconds() + SETTLE_SECONDS + SECONDS + MORE_SECONDS)) {
                    return;
                }
                System.out.println("Node loss: " + service.label());
                generator.sendAll(service, 4, Math.max(1, settings.warmUpSeconds()), target);
                report.losses().add(lose(nodes, service, target));
                report.write(directory);
            }
        }
    }

    private Loss lose(BalancedNodes nodes, Service service, Map<String, String> target) throws Exception {
        double rate = SHARE_OF_RATE * report.settings().first() * service.firstRate();
        ImportInBetween imports = new ImportInBetween(
                nodes.baseUrl(), "in-between-" + System.currentTimeMillis(), SECONDS - LEAVES_AFTER);
        Happenings happenings = new Happenings(nodes, imports);
        Latencies latencies;
        try (happenings) {
            latencies = generator.send(service, rate, SETTLE_SECONDS, SECONDS, target, happenings);
        }
        // The last second is written after its end.
        TimeUnit.SECONDS.sleep(3);
        Instant end = Instant.now();
        List<SecondOfLoad> seconds =
                HistoryOfLoad.read(database, LoadServers.DATABASE, happenings.begin, end.minusSeconds(2));
        return new Loss(
                service,
                rate,
                latencies,
                happenings.left,
                happenings.back,
                seconds,
                events(nodes, happenings.begin),
                imports.toString());
    }

    private static List<JsonNode> events(BalancedNodes nodes, Instant since) {
        JsonNode events =
                AdminHttp.master(nodes.staying().baseUrl()).get("/admin/realms/master/request-timings/events");
        return StreamSupport.stream(events.get("events").spliterator(), false)
                .filter(event -> Instant.parse(event.get("at").asText()).isAfter(since))
                .toList();
    }

    /** Parameters of the scenarios for the nodes. */
    private Map<String, String> target(BalancedNodes nodes) throws Exception {
        Path tokens = directory.resolve("tokens.csv");
        Sessions.write(new Sessions(nodes.baseUrl()).makeUpTo(report.settings().refreshed()), tokens);
        return LoadTest.target(report.settings(), nodes.baseUrl(), tokens, SignInPage.styleSheet(nodes.staying()));
    }

    /** The events during the load. */
    private static final class Happenings implements Generator.Watch, AutoCloseable {

        private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
        private final BalancedNodes nodes;
        private final ImportInBetween imports;
        private volatile Instant begin;
        private volatile Instant left;
        private volatile Instant back;

        private Happenings(BalancedNodes nodes, ImportInBetween imports) {
            this.nodes = nodes;
            this.imports = imports;
        }

        @Override
        public void begin(long pid) {
            begin = Instant.now();
            clock.schedule(imports, 1, TimeUnit.SECONDS);
            clock.schedule(this::lose, LEAVES_AFTER, TimeUnit.SECONDS);
            clock.schedule(this::comeBack, COMES_BACK_AFTER, TimeUnit.SECONDS);
        }

        private void lose() {
            left = Instant.now();
            nodes.leaving().kill();
        }

        private void comeBack() {
            nodes.leaving().start();
            back = Instant.now();
        }

        @Override
        public void end(long pid) {}

        /** The import may last longer than the load. */
        @Override
        public void close() {
            clock.shutdown();
            try {
                if (!clock.awaitTermination(LONGEST_MINUTES, TimeUnit.MINUTES)) {
                    throw new IllegalStateException("The import or the start of a node does not end");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
