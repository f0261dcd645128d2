// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.AsyncProfiler;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures the import against its alternatives, other operations, capabilities against Keycloak's own means,
 * and the cost of the timings of requests. All in one run, on one machine, on one PostgreSQL with fsync on. See
 * {@link BenchSettings} for the options.
 */
public final class Benchmark {

    private static final String DATABASE = "keycloak";

    /** A user of the database whose commits do not wait for the disk. */
    private static final String ASYNC_USER = "async_commits";

    private final BenchSettings settings;
    private final EmbeddedDatabase database;
    private final BenchServers servers;
    private final List<Measurement> done = new ArrayList<>();

    private Benchmark(BenchSettings settings, EmbeddedDatabase database) {
        this.settings = settings;
        this.database = database;
        this.servers = new BenchServers(database, settings);
    }

    public static void main(String[] arguments) throws Exception {
        BenchSettings settings = Options.orExit(BenchSettings::fromSystemProperties);
        try (EmbeddedDatabase database = EmbeddedDatabase.startTemporary()) {
            new Benchmark(settings, database).run();
        }
    }

    private void run() throws Exception {
        prepareDatabase();
        Environment environment = Environment.of(database);
        System.out.println("Benchmark: " + settings);
        if (settings.measuresImports()) {
            try (KeycloakServer keycloak = servers.on(DATABASE).start()) {
                measureOn(keycloak);
            }
        }
        for (Part part : settings.parts()) {
            measureAlone(part);
        }
        Optional<AsyncProfiler> profiler = AsyncProfiler.ofThisPlatform();
        if (settings.profile() && profiler.isPresent()) {
            measure(new ProfileRun(database, settings, profiler.get()));
        } else if (settings.profile()) {
            System.out.println("No profiler for this platform: the share of our code is not measured");
        }
        if (settings.metrics()) {
            measure(new MetricsCostRun(database, settings));
        }
        if (settings.statements()) {
            measure(new StatementsRun(database, settings));
        }
        report(environment);
    }

    private void measureOn(KeycloakServer keycloak) throws Exception {
        if (!settings.workloads().isEmpty()) {
            try (KeycloakServer async =
                    servers.on(DATABASE).option("db-username", ASYNC_USER).start()) {
                measure(workloads(keycloak, async));
            }
        }
        AdminHttp admin = AdminHttp.master(keycloak.baseUrl());
        if (settings.capabilities()) {
            measure(new AssignmentRun(admin, () -> CpuTimes.of(keycloak, database), settings));
        }
        if (settings.decisions()) {
            measure(new DecisionRun(admin, keycloak.baseUrl(), settings.warmUpSeconds()));
        }
        if (settings.scale() > 0) {
            measure(new ScaleRun(keycloak, database, settings));
        }
    }

    /** Parts with servers and a database of their own. */
    private void measureAlone(Part part) throws Exception {
        switch (part) {
            case OPERATIONS -> measure(new OperationsRun(servers));
            case DISTANCE -> measure(new DistanceRun(servers));
            case NODES -> measure(new NodesRun(servers));
            case SIGN_INS -> measure(new SignInsRun(servers));
            case KINDS -> measure(new KindsRun(servers));
            case MARIADB -> measure(new MariaDbRun(servers));
            case SMALL_REQUESTS -> measure(new SmallRequestsRun(servers));
            case CLIENT -> measure(new ClientRun(servers));
            case WORKLOADS, CAPABILITIES, SCALE, METRICS -> {}
        }
    }

    private WorkloadRun workloads(KeycloakServer keycloak, KeycloakServer async) throws IOException {
        Realms realms = new Realms(keycloak, "bench", settings.streams());
        Realms ofAsync = new Realms(async, "bench-async", settings.streams());
        realms.createStaying();
        return new WorkloadRun(
                List.of(
                        new BulkImportRun(realms, new Phases(keycloak), settings),
                        new AdminApiRun("Admin API", realms, settings),
                        new AdminApiRun("Admin API async", ofAsync, settings),
                        new PartialImportRun(realms, settings),
                        new CopyRun(database, DATABASE, realms, settings)),
                realms.tables(),
                settings);
    }

    private void measure(Measurement measurement) throws Exception {
        measurement.run();
        done.add(measurement);
    }

    private void prepareDatabase() throws SQLException {
        try (Connection connection = database.connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("create role " + ASYNC_USER + " superuser login");
            statement.execute("alter role " + ASYNC_USER + " set synchronous_commit = off");
            statement.execute("alter system set track_commit_timestamp = on");
        }
        database.stopFast();
        database.start();
    }

    /** Folder of published runs, as the build sets it. */
    private static Path published() {
        return Path.of(System.getProperty("bench.published", "docs/figures"));
    }

    private void report(Environment environment) throws IOException {
        done.forEach(measurement -> measurement.print(System.out));
        Path file = Workspace.directory().resolve("bench.json");
        String json = BenchReport.json(environment, settings, done);
        Files.writeString(file, json);
        Regression.of(AdminHttp.parse(json), published()).print(System.out);
        System.out.println("Written to " + file);
    }
}
