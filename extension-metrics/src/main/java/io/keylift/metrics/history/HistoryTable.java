// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import io.keylift.metrics.recent.EndpointName;
import io.keylift.metrics.recent.Figures;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The table of the history. Its types are those that all databases of Keycloak have. Rows have no natural key: two rows
 * of the same slice count together.
 */
final class HistoryTable {

    /** Name of the table, without its schema. */
    static final String NAME = "KEYLIFT_TIMINGS_HISTORY";

    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_METHOD = 20;
    private static final int LONGEST_URI = 500;

    /** Time limit of a statement. */
    private static final int LIMIT_SECONDS = 20;

    private static final int FETCHED = 1000;

    private static final String COLUMNS =
            "ID, SLICE_START, SLICE_SECONDS, NODE, SERVER_VERSION, URI, METHOD, GRANT_TYPE,"
                    + " REQUESTS, NANOS, STATEMENTS, ALLOCATED, PHASES, DURATIONS";

    private final Connection connection;
    private final String table;

    /** @param table name of the table, with its schema if it is not in the default one */
    HistoryTable(Connection connection, String table) {
        this.connection = connection;
        this.table = table;
    }

    /**
     * The statements that create the table.
     *
     * @param table its name
     */
    static List<String> creation(String table) {
        return List.of(
                """
                create table %s (
                  ID varchar(36) not null primary key,
                  SLICE_START numeric(19) not null,
                  SLICE_SECONDS numeric(19) not null,
                  NODE varchar(100),
                  SERVER_VERSION varchar(100) not null,
                  URI varchar(500) not null,
                  METHOD varchar(20) not null,
                  GRANT_TYPE varchar(100),
                  REQUESTS numeric(19) not null,
                  NANOS numeric(19) not null,
                  STATEMENTS numeric(19) not null,
                  ALLOCATED numeric(19) not null,
                  PHASES varchar(1000),
                  DURATIONS varchar(4000) not null
                )""".formatted(table),
                "create index KEYLIFT_IDX_TIMINGS_HISTORY on %s (SLICE_START, SLICE_SECONDS)".formatted(table));
    }

    /** Creates the table. */
    void create() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : creation(table)) {
                statement.execute(sql);
            }
        }
    }

    /** @throws SQLException if there is no such table, or it may not be read */
    void probe() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement
                    .executeQuery("select " + COLUMNS + " from " + table + " where 1 = 0")
                    .close();
        }
    }

    /** Whether the database answers, even if there is no table. */
    boolean answers() throws SQLException {
        return connection.isValid(LIMIT_SECONDS);
    }

    void insert(List<HistoryRow> rows) throws SQLException {
        try (PreparedStatement insert = prepared(
                "insert into " + table + " (" + COLUMNS + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (HistoryRow row : rows) {
                int column = 0;
                Figures figures = row.figures();
                insert.setString(++column, row.id());
                insert.setLong(++column, row.from().getEpochSecond());
                insert.setLong(++column, row.seconds());
                insert.setString(++column, cut(row.node(), LONGEST_NAME));
                insert.setString(++column, cut(row.version(), LONGEST_NAME));
                insert.setString(++column, cut(row.endpoint().uri(), LONGEST_URI));
                insert.setString(++column, cut(row.endpoint().method(), LONGEST_METHOD));
                insert.setString(++column, cut(row.endpoint().grantType(), LONGEST_NAME));
                insert.setLong(++column, figures.count());
                insert.setLong(++column, figures.nanos());
                insert.setLong(++column, figures.statements());
                insert.setLong(++column, figures.allocated());
                insert.setString(++column, StoredFigures.text(figures.phases()));
                insert.setString(++column, StoredFigures.text(figures.durations()));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static String cut(String text, int longest) {
        return text == null || text.length() <= longest ? text : text.substring(0, longest);
    }

    /**
     * Reads rows one by one. A row that cannot be read, such as one of another version, is left out.
     *
     * @return the number of rows, including those that are left out
     */
    int read(HistoryFilter filter, Consumer<HistoryRow> reader) throws SQLException {
        try (PreparedStatement select = prepared("select " + COLUMNS + " from " + table + filter.condition())) {
            filter.set(select);
            select.setFetchSize(FETCHED);
            int count = 0;
            try (ResultSet found = select.executeQuery()) {
                for (; found.next(); count++) {
                    row(found).ifPresent(reader);
                }
            }
            return count;
        }
    }

    /** A database that does not answer must not block a thread for good. */
    private PreparedStatement prepared(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(LIMIT_SECONDS);
        return statement;
    }

    private static Optional<HistoryRow> row(ResultSet found) throws SQLException {
        try {
            return Optional.of(readable(found));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static HistoryRow readable(ResultSet found) throws SQLException {
        return new HistoryRow(
                found.getString("ID"),
                Instant.ofEpochSecond(found.getLong("SLICE_START")),
                found.getLong("SLICE_SECONDS"),
                found.getString("NODE"),
                found.getString("SERVER_VERSION"),
                new EndpointName(found.getString("URI"), found.getString("METHOD"), found.getString("GRANT_TYPE")),
                Figures.of(
                        StoredFigures.durations(found.getString("DURATIONS")),
                        StoredFigures.phases(found.getString("PHASES")),
                        found.getLong("NANOS"),
                        found.getLong("STATEMENTS"),
                        found.getLong("ALLOCATED")));
    }

    /** Deletes the rows that begin in the span, and returns how many it were. */
    int delete(HistoryFilter filter) throws SQLException {
        try (PreparedStatement delete = prepared("delete from " + table + filter.condition())) {
            filter.set(delete);
            return delete.executeUpdate();
        }
    }

    /** Whether there is a row with this id. */
    boolean has(String id) throws SQLException {
        try (PreparedStatement select = prepared("select 1 from " + table + " where ID = ?")) {
            select.setString(1, id);
            try (ResultSet found = select.executeQuery()) {
                return found.next();
            }
        }
    }

    /** Returns when each version had its last slice of those that begin before then. */
    Map<String, Instant> versions(Instant before) throws SQLException {
        Map<String, Instant> versions = new HashMap<>();
        try (PreparedStatement select = prepared("select SERVER_VERSION, max(SLICE_START + SLICE_SECONDS) from " + table
                + " where SLICE_START < ? group by SERVER_VERSION")) {
            select.setLong(1, before.getEpochSecond());
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    versions.put(found.getString(1), Instant.ofEpochSecond(found.getLong(2)));
                }
            }
        }
        return versions;
    }

    /** Returns when the earliest slice begins that is shorter than this and begins before then, if there is one. */
    Optional<Instant> earliest(long shorterThan, Instant before) throws SQLException {
        try (PreparedStatement select =
                prepared("select min(SLICE_START) from " + table + " where SLICE_SECONDS < ? and SLICE_START < ?")) {
            select.setLong(1, shorterThan);
            select.setLong(2, before.getEpochSecond());
            try (ResultSet found = select.executeQuery()) {
                found.next();
                long from = found.getLong(1);
                return found.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochSecond(from));
            }
        }
    }
}
