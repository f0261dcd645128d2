// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.AsyncProfiler;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.Workspace;
import io.keylift.it.tenant.SampleStructure;
import io.keylift.it.tenant.SampleTenant;
import io.keylift.it.tenant.TenantRealm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures the import against what there is: one POST for each record, partial import, and COPY of the same rows. Everything in one run,
 * on one machine, against one server with fsync on; each round in a realm of its own. Then, with servers of its own, what the timings of requests cost.
 */
public final class Benchmark {

    private static final long SEED = 26;
    private static final int TENANT_ORGANIZATIONS = 300;

    private final BenchSettings settings;
    private final EmbeddedDatabase database;
    private final KeycloakServer keycloak;
    private final AdminHttp admin;
    private int realms;

    private Benchmark(BenchSettings settings, EmbeddedDatabase database, KeycloakServer keycloak) {
        this.settings = settings;
        this.database = database;
        this.keycloak = keycloak;
        this.admin = AdminHttp.master(keycloak.baseUrl());
    }

    public static void main(String[] arguments) throws Exception {
        BenchSettings settings = BenchSettings.fromSystemProperties();
        List<Measured> all = new ArrayList<>();
        List<ScaleRun.Scaled> scaled = new ArrayList<>();
        List<Latency> capabilities = new ArrayList<>();
        List<DecisionRun.Token> tokens = new ArrayList<>();
        MetricsCost metricsCost = null;
        List<CodeShare> shares = new ArrayList<>();
        System.out.println("Benchmark: " + settings);
        try (EmbeddedDatabase database = EmbeddedDatabase.startTemporary()) {
            if (settings.measuresImports()) {
                try (KeycloakServer keycloak =
                        KeycloakServer.on(database).maxHeap(settings.heap()).start()) {
                    Benchmark benchmark = new Benchmark(settings, database, keycloak);
                    benchmark.warmUp();
                    for (Workload workload : settings.workloads()) {
                        all.add(benchmark.measure(workload));
                    }
                    if (settings.capabilities()) {
                        capabilities.addAll(new AssignmentRun(benchmark.admin, "bench-capabilities").run());
                        DecisionRun decisions = new DecisionRun(benchmark.admin, keycloak.baseUrl(), "bench-decisions");
                        decisions.run();
                        capabilities.addAll(decisions.latencies());
                        tokens.addAll(decisions.tokens());
                    }
                    if (settings.scale() > 0) {
                        scaled.addAll(
                                new ScaleRun(benchmark.admin, "bench-scale", settings.streams()).run(settings.scale()));
                    }
                }
            }
            if (settings.profile()) {
                Optional<AsyncProfiler> profiler = AsyncProfiler.ofThisPlatform();
                if (profiler.isPresent()) {
                    shares.addAll(new ProfileRun(database, settings, profiler.get()).run());
                } else {
                    System.out.println("No profiler for this platform: the share of our code is not measured");
                }
            }
            if (settings.metrics()) {
                metricsCost = new MetricsCostRun(database, settings).run();
            }
        }
        Path file = Workspace.directory().resolve("bench.json");
        if (settings.measuresImports()) {
            BenchReport.print(all, System.out);
            ScaleRun.print(scaled, System.out);
            Latency.print(capabilities, System.out);
            DecisionRun.Token.print(tokens, System.out);
        }
        if (metricsCost != null) {
            metricsCost.print(System.out);
        }
        CodeShare.print(shares, System.out);
        BenchReport.write(all, scaled, capabilities, tokens, metricsCost, shares, settings, file);
        System.out.println("Written to " + file);
    }

    private String newRealm() {
        String realm = "bench-" + ++realms;
        TenantRealm.create(admin, realm);
        return realm;
    }

    /** Rates of the first minute tell more about the JIT compiler than about the import. */
    private void warmUp() throws Exception {
        System.out.println("Warming up");
        for (int i = 0; i < 3; i++) {
            String realm = newRealm();
            SampleTenant tenant = new SampleTenant(SEED, TENANT_ORGANIZATIONS, settings.persons());
            importAll(realm, Workload.ORGANIZATIONS, tenant, TENANT_ORGANIZATIONS);
            importAll(realm, Workload.WHOLE_PERSONS, tenant, settings.persons());
        }
    }

    private double importAll(String realm, Workload workload, SampleTenant tenant, int records) throws Exception {
        return ImportRun.rate(admin, realm, workload, tenant, records, settings.streams());
    }

    private Measured measure(Workload workload) throws Exception {
        int records = workload.size(settings);
        Measured measured = new Measured(
                workload.label(),
                records,
                rates(),
                rates(),
                rates(),
                rates(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>());
        Phases phases = new Phases(keycloak.managementUrl());
        for (int round = 1; round <= settings.rounds(); round++) {
            System.out.printf("%s, round %d of %d%n", workload.label(), round, settings.rounds());
            SampleTenant tenant = tenant(workload, records);
            String realm = newRealm();
            prepare(workload, realm, tenant);
            CopyRun copy = new CopyRun(database, keycloak.databaseName(), workload);
            copy.settle();
            Map<String, Double> before = phases.read(workload.kind);
            CpuTimes start = CpuTimes.of(keycloak, database);
            measured.keylift().add(importAll(realm, workload, tenant, records));
            measured.cpu().put("import", CpuTimes.of(keycloak, database).perRecord(start, records));
            measured.phases().putAll(Phases.shares(before, phases.read(workload.kind)));
            if (workload.isCopied()) {
                measureCopy(copy, realm, measured);
            }
            measureAdminApi(workload, measured);
        }
        return measured;
    }

    private static List<Double> rates() {
        return new ArrayList<>();
    }

    private static SampleTenant tenant(Workload workload, int records) {
        return switch (workload) {
            case ORGANIZATIONS -> new SampleTenant(SEED, records, 1);
            case MEMBERSHIPS ->
                new SampleTenant(SEED, records / SampleStructure.MEMBERS + 1, records / SampleStructure.MEMBERS);
            default -> new SampleTenant(SEED, TENANT_ORGANIZATIONS, records);
        };
    }

    private void prepare(Workload workload, String realm, SampleTenant tenant) throws Exception {
        if (workload.needsOrganizations()) {
            importAll(realm, Workload.ORGANIZATIONS, tenant, tenant.organizations());
        }
        if (workload == Workload.MEMBERSHIPS) {
            importAll(realm, Workload.MINIMAL_USERS, tenant, tenant.persons());
        }
    }

    private void measureCopy(CopyRun copy, String realm, Measured measured) throws Exception {
        copy.takeOut(realm);
        copy.settle();
        CpuTimes start = CpuTimes.of(keycloak, database);
        measured.copy().add(measured.records() / copy.putBack(settings.streams()));
        measured.cpu().put("COPY", CpuTimes.of(keycloak, database).perRecord(start, measured.records()));
    }

    private void measureAdminApi(Workload workload, Measured measured) throws Exception {
        int records = settings.posts() + settings.posts() / 4;
        SampleTenant tenant = tenant(workload, records);
        String realm = newRealm();
        prepare(workload, realm, tenant);
        measured.adminApi().add(new AdminApiRun(admin, realm).postRate(workload, tenant, settings.posts()));
        if (workload.isInPartialImport()) {
            String other = newRealm();
            measured.partialImport()
                    .add(new AdminApiRun(admin, other)
                            .partialImportRate(workload, tenant(workload, settings.partial()), settings.partial()));
        }
    }
}
