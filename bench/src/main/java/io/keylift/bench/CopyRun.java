// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.bench.Workload.Table;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.FileTree;
import io.keylift.it.server.Workspace;
import io.keylift.it.tenant.SampleTenant;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * The rows of an import, taken out of their tables into files and put back by PostgreSQL's COPY: with the same rows,
 * tables, indexes and constraints, the same records in a transaction, the same number of streams, and commits that do
 * not wait for the disk either.
 */
final class CopyRun implements Contender {

    private final EmbeddedDatabase database;
    private final String name;
    private final Realms realms;
    private final BenchSettings settings;

    CopyRun(EmbeddedDatabase database, String name, Realms realms, BenchSettings settings) {
        this.database = database;
        this.name = name;
        this.realms = realms;
        this.settings = settings;
    }

    @Override
    public String label() {
        return "COPY";
    }

    @Override
    public boolean takes(Workload workload) {
        return workload.isCopied();
    }

    /** None: the work is PostgreSQL's, which has no compiler to warm up. */
    @Override
    public double leastWarmUp() {
        return 0;
    }

    @Override
    public Trial prepare(Workload workload) throws Exception {
        int records = workload.size(settings);
        SampleTenant tenant = Realms.tenant(workload, records);
        String realm = realms.create(workload, tenant);
        realms.importAll(realm, workload, tenant, records);
        Path directory = Workspace.directory("bench-copy");
        FileTree.delete(directory);
        int chunks = takeOut(realm, workload.tables(), directory);
        return () -> {
            Run run = realms.timed(realm, records, () -> putBack(workload.tables(), directory, chunks));
            FileTree.delete(directory);
            return run;
        };
    }

    /** Takes the rows of a realm's records out of their tables, and returns the number of their chunks. */
    private int takeOut(String realm, List<Table> tables, Path directory) throws SQLException, IOException {
        try (Connection connection = database.connect(name);
                Statement statement = connection.createStatement()) {
            String first = tables.get(0).name();
            statement.execute("create temp table bench_record as select id, (row_number() over (order by id) - 1) / "
                    + BenchSettings.CHUNK + " as chunk from " + first
                    + " where realm_id = (select id from realm where name = '" + realm + "')");
            statement.execute("create index on bench_record (chunk)");
            statement.execute("analyze bench_record");
            CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
            int chunks = chunks(statement);
            for (int chunk = 0; chunk < chunks; chunk++) {
                Path rows = Files.createDirectories(directory.resolve(Integer.toString(chunk)));
                for (Table table : tables) {
                    try (OutputStream file = Files.newOutputStream(rows.resolve(table.name()))) {
                        copy.copyOut(
                                "copy (select t.* from bench_record p join " + table.name() + " t on " + table.belongs()
                                        + " where p.chunk = " + chunk + ") to stdout",
                                file);
                    }
                }
            }
            remove(statement, tables);
            return chunks;
        }
    }

    private static int chunks(Statement statement) throws SQLException {
        try (ResultSet last = statement.executeQuery("select coalesce(max(chunk), -1) + 1 from bench_record")) {
            last.next();
            return last.getInt(1);
        }
    }

    private static void remove(Statement statement, List<Table> tables) throws SQLException {
        for (int i = tables.size() - 1; i >= 0; i--) {
            Table table = tables.get(i);
            statement.execute("delete from " + table.name() + " t using bench_record p where " + table.belongs());
        }
    }

    private void putBack(List<Table> tables, Path directory, int chunks) throws Exception {
        AtomicInteger next = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(settings.streams());
        try {
            List<Callable<Void>> work = new ArrayList<>();
            for (int i = 0; i < settings.streams(); i++) {
                work.add(() -> {
                    try (Connection connection = database.connect(name)) {
                        for (int chunk = next.getAndIncrement(); chunk < chunks; chunk = next.getAndIncrement()) {
                            write(connection, tables, directory.resolve(Integer.toString(chunk)));
                        }
                    }
                    return null;
                });
            }
            for (Future<Void> stream : pool.invokeAll(work)) {
                stream.get();
            }
        } finally {
            pool.shutdown();
        }
    }

    private static void write(Connection connection, List<Table> tables, Path chunk) throws SQLException, IOException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("set local synchronous_commit to off");
        }
        CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
        for (Table table : tables) {
            try (InputStream rows = Files.newInputStream(chunk.resolve(table.name()))) {
                copy.copyIn("copy " + table.name() + " from stdin", rows, 1 << 16);
            }
        }
        connection.commit();
    }
}
