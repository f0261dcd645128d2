// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import io.keylift.it.bench.Workload.Table;
import io.keylift.it.server.EmbeddedDatabase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * The rows an import wrote, taken out of their tables and put back by PostgreSQL's COPY: the same rows, tables, indexes and constraints,
 * the same records in a transaction, as many streams, and commits that do not wait for the disk either.
 */
final class CopyRun {

    /** The rows of one chunk: for each table, the text that COPY reads. */
    private record Chunk(Map<String, ByteArrayOutputStream> rows) {}

    private final EmbeddedDatabase database;
    private final String name;
    private final List<Table> tables;
    private final List<Chunk> chunks = new ArrayList<>();

    CopyRun(EmbeddedDatabase database, String name, Workload workload) {
        this.database = database;
        this.name = name;
        this.tables = workload.tables();
    }

    /** Takes the rows of a realm's records out of their tables. */
    void takeOut(String realm) throws SQLException, IOException {
        try (Connection connection = database.connect(name);
                Statement statement = connection.createStatement()) {
            String first = tables.get(0).name();
            statement.execute("create temp table bench_record as select id, (row_number() over (order by id) - 1) / "
                    + BenchSettings.CHUNK + " as chunk from " + first
                    + " where realm_id = (select id from realm where name = '" + realm + "')");
            statement.execute("create unique index on bench_record (id)");
            statement.execute("analyze bench_record");
            chunks.addAll(read(connection));
            remove(statement);
        }
    }

    /** Has the database do now what it would otherwise do beside what is measured. */
    void settle() throws SQLException {
        try (Connection connection = database.connect(name);
                Statement statement = connection.createStatement()) {
            for (Table table : tables) {
                statement.execute("vacuum analyze " + table.name());
            }
            statement.execute("checkpoint");
        }
    }

    /** Puts the rows back, and returns how many seconds that took. */
    double putBack(int streams) throws Exception {
        long start = System.nanoTime();
        write(streams);
        return (System.nanoTime() - start) / 1e9;
    }

    private List<Chunk> read(Connection connection) throws SQLException, IOException {
        Map<Integer, Chunk> chunks = new TreeMap<>();
        CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
        for (Table table : tables) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            copy.copyOut(
                    "copy (select p.chunk, t.* from bench_record p join " + table.name() + " t on " + table.belongs()
                            + " order by p.chunk) to stdout",
                    all);
            for (String line : all.toString(StandardCharsets.UTF_8).split("\n")) {
                int tab = line.indexOf('\t');
                if (tab > 0) {
                    chunks.computeIfAbsent(Integer.valueOf(line.substring(0, tab)), chunk -> new Chunk(new TreeMap<>()))
                            .rows()
                            .computeIfAbsent(table.name(), rows -> new ByteArrayOutputStream())
                            .writeBytes((line.substring(tab + 1) + "\n").getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return new ArrayList<>(chunks.values());
    }

    private void remove(Statement statement) throws SQLException {
        for (int i = tables.size() - 1; i >= 0; i--) {
            Table table = tables.get(i);
            statement.execute("delete from " + table.name() + " t using bench_record p where " + table.belongs());
        }
    }

    private void write(int streams) throws Exception {
        AtomicInteger next = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(streams);
        try {
            List<Callable<Void>> work = new ArrayList<>();
            for (int i = 0; i < streams; i++) {
                work.add(() -> {
                    try (Connection connection = database.connect(name)) {
                        for (int chunk = next.getAndIncrement();
                                chunk < chunks.size();
                                chunk = next.getAndIncrement()) {
                            write(connection, chunks.get(chunk));
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

    private void write(Connection connection, Chunk chunk) throws SQLException, IOException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("set local synchronous_commit to off");
        }
        CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
        for (Table table : tables) {
            ByteArrayOutputStream rows = chunk.rows().get(table.name());
            if (rows != null) {
                copy.copyIn("copy " + table.name() + " from stdin", new ByteArrayInputStream(rows.toByteArray()));
            }
        }
        connection.commit();
    }
}
