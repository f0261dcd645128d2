// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bench.RatesByTenth.Commit;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.BodyWriter;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.tenant.SampleStructure;
import io.keylift.it.tenant.SampleTenant;
import io.keylift.it.tenant.TenantRealm;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Imports one tenant with all its objects, which is large enough to show whether the rate falls as the tables fill. The
 * database provides the times of commits, which requires {@code track_commit_timestamp}: lines of the answer may arrive
 * later, many at a time.
 */
final class ScaleRun implements Measurement {

    private static final long SEED = 7;
    private static final String REALM = "bench-scale";
    private static final int WARM_UP_ORGANIZATIONS = 10_000;

    /** Minimum number of chunks of an import: with fewer in a tenth, its rate would be random. */
    private static final int CHUNKS = 100;

    private static final String COMMITS = """
            select c.added, extract(epoch from pg_xact_commit_timestamp(c.xmin))
            from keylift_import_chunk c
            join keylift_import_job j on j.uid = c.job_uid
            join realm r on r.id = j.realm_id
            where r.name = ? and j.job_id = ?""";

    private final AdminHttp admin;
    private final EmbeddedDatabase database;
    private final String name;
    private final BenchSettings settings;
    private final List<Scaled> all = new ArrayList<>();

    ScaleRun(KeycloakServer keycloak, EmbeddedDatabase database, BenchSettings settings) {
        this.admin = AdminHttp.master(keycloak.baseUrl());
        this.database = database;
        this.name = keycloak.databaseName();
        this.settings = settings;
    }

    /**
     * Rates of an import over its duration.
     *
     * @param chunkSize records of a chunk
     * @param rate records a second of all of it
     * @param tenths records a second of each tenth of the records
     */
    record Scaled(String kind, int records, int chunkSize, double rate, List<Double> tenths) {

        double first() {
            return tenths.get(0);
        }

        double last() {
            return tenths.get(tenths.size() - 1);
        }
    }

    @Override
    public String name() {
        return "scale";
    }

    @Override
    public void run() throws Exception {
        WarmUp warmUp = new WarmUp(settings.warmUpSeconds());
        Tables tables = new Tables(database, name);
        int warmUps = 0;
        do {
            String realm = REALM + "-warm-up-" + ++warmUps;
            List<Scaled> window = fill(realm, Math.min(settings.scale(), WARM_UP_ORGANIZATIONS));
            double seconds = window.stream()
                    .mapToDouble(scaled -> scaled.records() / scaled.rate())
                    .sum();
            warmUp.add(1 / seconds, seconds);
            tables.clear(realm);
            admin.delete("/admin/realms/" + realm);
        } while (!warmUp.isDone());
        tables.settle();
        all.addAll(fill(REALM, settings.scale()));
    }

    /**
     * Imports a tenant of this number of organizations, with two departments, five memberships and one and a half
     * persons for each.
     */
    private List<Scaled> fill(String realm, int organizations) throws IOException, SQLException {
        System.out.printf(Locale.ROOT, "Scale: %,d organizations in %s%n", organizations, realm);
        TenantRealm.create(admin, realm);
        SampleTenant tenant = new SampleTenant(SEED, organizations, organizations * 3 / 2);
        SampleStructure structure = new SampleStructure(tenant);
        int departments = structure.departments();
        return List.of(
                add(realm, "organizations", organizations, tenant::writeOrganizations),
                add(realm, "departments", departments, lines(departments, structure::department)),
                add(realm, "users", tenant.persons(), tenant::writePersonsAlone),
                add(realm, "organization-members", structure.members(), lines(structure.members(), structure::member)),
                add(realm, "department-members", departments, lines(departments, structure::departmentMember)));
    }

    private static BodyWriter lines(int count, IntFunction<String> record) {
        return SampleStructure.lines(count, record);
    }

    private Scaled add(String realm, String kind, int records, BodyWriter body) throws IOException, SQLException {
        int chunkSize = Math.max(1, Math.min(BenchSettings.CHUNK, records / CHUNKS));
        String path = "/admin/realms/" + realm + "/bulk-import/" + kind + "?results=summary&job=" + kind + "&chunkSize="
                + chunkSize + "&parallelism=" + settings.streams();
        double clock = System.currentTimeMillis() / 1e3;
        long start = System.nanoTime();
        JsonNode end = admin.stream(path, "application/x-ndjson", body, line -> {});
        double seconds = (System.nanoTime() - start) / 1e9;
        if (end.path("added").asInt() != records) {
            throw new IllegalStateException("Not everything was imported: " + end);
        }
        return new Scaled(kind, records, chunkSize, records / seconds, RatesByTenth.of(commits(realm, kind, clock)));
    }

    /** Commits of a job. The database runs on this machine, so its clock is ours. */
    private List<Commit> commits(String realm, String job, double start) throws SQLException {
        List<Commit> commits = new ArrayList<>();
        try (Connection connection = database.connect(name);
                PreparedStatement statement = connection.prepareStatement(COMMITS)) {
            statement.setString(1, realm);
            statement.setString(2, job);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    commits.add(new Commit(rows.getLong(1), rows.getDouble(2) - start));
                }
            }
        }
        return commits;
    }

    @Override
    public void print(PrintStream out) {
        out.printf(
                "%n%-22s %11s %11s %11s %12s %11s %11s%n",
                "records/s", "records", "of a chunk", "Keylift", "first tenth", "last tenth", "last/first");
        for (Scaled scaled : all) {
            out.printf(
                    Locale.ROOT,
                    "%-22s %,11d %,11d %,11.0f %,12.0f %,11.0f %11.2f%n",
                    scaled.kind(),
                    scaled.records(),
                    scaled.chunkSize(),
                    scaled.rate(),
                    scaled.first(),
                    scaled.last(),
                    scaled.last() / scaled.first());
            String tenths = scaled.tenths().stream()
                    .map(rate -> String.format(Locale.ROOT, "%,.0f", rate))
                    .collect(Collectors.joining(", "));
            out.printf("%-22s each tenth: %s%n", "", tenths);
        }
        out.println("Tenths by the times at which the database committed their chunks.");
    }

    @Override
    public Object result() {
        return all;
    }
}
