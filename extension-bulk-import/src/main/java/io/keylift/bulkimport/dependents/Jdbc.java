// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/** Statements over whole lists of values. Lists become arrays on PostgreSQL, and slices elsewhere. */
final class Jdbc {

    private static final int FETCH = 1000;

    /** Values in a list. */
    private static final int SLICE = 1000;

    /**
     * Tuples of several values in a list. MariaDB compares each row that it finds with all of them: with lists of 500,
     * the same rows take 30 times as long.
     */
    private static final int TUPLES = 40;

    private final Connection connection;
    private final Tables tables;
    private final boolean arrays;

    Jdbc(SessionFactoryImplementor factory, Connection connection) throws SQLException {
        this.connection = connection;
        tables = Tables.of(factory, connection);
        arrays = factory.getJdbcServices().getDialect() instanceof PostgreSQLDialect;
    }

    /** Receives a row, with a value for each column of its table. Must not execute a statement. */
    @FunctionalInterface
    interface Visitor {
        void row(Object[] row);
    }

    /** The table with this name in capitals; {@code null} for none. */
    Table table(String name) throws SQLException {
        return tables.table(connection, name);
    }

    Set<Reference> to(String parent) throws SQLException {
        return tables.to(connection, parent);
    }

    /** Whether the reference is a foreign key. */
    boolean isConstraint(Reference reference) throws SQLException {
        return tables.isConstraint(connection, reference);
    }

    Set<Reference> from(String child) throws SQLException {
        return tables.from(connection, child);
    }

    int rank(Table table) throws SQLException {
        return tables.rank(connection, table.name());
    }

    /**
     * The rows with one of these values.
     *
     * @param realmId only rows of this realm; {@code null} for all
     * @param condition SQL condition that they must meet; {@code null} for none
     */
    void select(
            Table table, Column column, Collection<String> values, String realmId, String condition, Visitor visitor)
            throws SQLException {
        for (List<String> slice : slices(values)) {
            String sql = "select " + table.names(table.columns()) + " from " + table.sql() + " where "
                    + in(column, slice.size())
                    + (realmId == null ? "" : " and " + table.column("REALM_ID").sql() + " = ?")
                    + (condition == null ? "" : " and " + condition);
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setFetchSize(FETCH);
                int next = bind(statement, 1, slice);
                if (realmId != null) {
                    statement.setString(next, realmId);
                }
                visit(statement, table, visitor);
            }
        }
    }

    /** Whether there is a row with one of these values. */
    boolean any(Table table, Column column, Collection<String> values) throws SQLException {
        for (List<String> slice : slices(values)) {
            String sql = "select 1 from " + table.sql() + " where " + in(column, slice.size());
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setMaxRows(1);
                bind(statement, 1, slice);
                try (ResultSet rows = statement.executeQuery()) {
                    if (rows.next()) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Subset of these values that a column contains. */
    Set<String> existing(Table table, Column column, Collection<String> values, String realmId) throws SQLException {
        return existing("select distinct ", table, column, values, realmId, "");
    }

    /** Like {@link #existing}, with a shared lock on the rows: they stay unchanged until the transaction ends. */
    Set<String> held(Table table, Column column, Collection<String> values, String realmId) throws SQLException {
        return arrays
                ? existing("select ", table, column, values, realmId, " order by " + column.sql() + " for share")
                : existing(table, column, values, realmId);
    }

    private Set<String> existing(
            String select, Table table, Column column, Collection<String> values, String realmId, String lock)
            throws SQLException {
        Set<String> found = new HashSet<>();
        for (List<String> slice : slices(values)) {
            String sql = select + column.sql() + " from " + table.sql() + " where "
                    + in(column, slice.size())
                    + (realmId == null ? "" : " and " + ofRealm(table) + " = ?") + lock;
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                int next = bind(statement, 1, slice);
                if (realmId != null) {
                    statement.setString(next, realmId);
                }
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        found.add(rows.getString(1));
                    }
                }
            }
        }
        return found;
    }

    /**
     * The realm in a form for which PostgreSQL has no index: without statistics, it would read all rows of the realm
     * each time.
     */
    private String ofRealm(Table table) {
        return table.column("REALM_ID").sql() + (arrays ? " || ''" : "");
    }

    /** The rows with one of these tuples of values in some columns. */
    void selectTuples(Table table, List<Column> columns, Collection<List<Object>> tuples, Visitor visitor)
            throws SQLException {
        List<List<Object>> all = List.copyOf(tuples);
        boolean unnest = arrays && columns.stream().allMatch(column -> column.type() == Types.VARCHAR);
        int portable = columns.size() == 1 ? SLICE : TUPLES;
        int size = unnest ? Integer.MAX_VALUE : portable;
        for (int from = 0; from < all.size(); from += size) {
            List<List<Object>> slice = all.subList(from, (int) Math.min(all.size(), (long) from + size));
            try (PreparedStatement statement = connection.prepareStatement(
                    unnest ? joined(table, columns) : matched(table, columns, slice.size()))) {
                statement.setFetchSize(FETCH);
                if (unnest) {
                    for (int i = 0; i < columns.size(); i++) {
                        int column = i;
                        setArray(
                                statement,
                                i + 1,
                                slice.stream()
                                        .map(tuple -> (String) tuple.get(column))
                                        .toList());
                    }
                } else {
                    int next = 1;
                    for (List<Object> tuple : slice) {
                        next = bind(statement, next, columns, tuple);
                    }
                }
                visit(statement, table, visitor);
            }
            if (unnest) {
                return;
            }
        }
    }

    /** Passes the settings of a realm's policies to the consumer, each with the id of its policy. */
    void policySettings(String realmId, BiConsumer<String, String> consumer) throws SQLException {
        Table settings = table("POLICY_CONFIG");
        Table policies = table("RESOURCE_SERVER_POLICY");
        Table clients = table("CLIENT");
        String policy = settings.column("POLICY_ID").sql();
        String sql = "select s." + policy + ", s." + settings.column("VALUE").sql() + " from " + settings.sql()
                + " s join " + policies.sql() + " p on p."
                + policies.column("ID").sql() + " = s." + policy + " join "
                + clients.sql() + " c on c." + clients.column("ID").sql() + " = p."
                + policies.column("RESOURCE_SERVER_ID").sql() + " where c."
                + clients.column("REALM_ID").sql()
                + " = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setFetchSize(FETCH);
            statement.setString(1, realmId);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    String text = rows.getString(2);
                    if (text != null) {
                        consumer.accept(rows.getString(1), text);
                    }
                }
            }
        }
    }

    private static String joined(Table table, List<Column> columns) {
        List<String> names = new ArrayList<>();
        List<String> matches = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            names.add("k" + i);
            matches.add("t." + columns.get(i).sql() + " = k.k" + i);
        }
        return "select "
                + String.join(
                        ", ",
                        table.columns().stream()
                                .map(column -> "t." + column.sql())
                                .toList())
                + " from " + table.sql() + " t join unnest("
                + String.join(", ", Collections.nCopies(columns.size(), RowArrays.ofUnknownLength("varchar"))) + ") k("
                + String.join(", ", names) + ") on " + String.join(" and ", matches);
    }

    private static String matched(Table table, List<Column> columns, int tuples) {
        String tuple = "(" + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
        String all = String.join(", ", Collections.nCopies(tuples, tuple));
        return "select " + table.names(table.columns()) + " from " + table.sql() + " where (" + table.names(columns)
                + ") in (" + all + ")";
    }

    void insert(Table table, List<Column> columns, List<Object[]> rows) throws SQLException {
        if (arrays && RowArrays.fit(columns)) {
            new RowArrays(connection).insert(table, columns, rows);
            return;
        }
        String sql = "insert into " + table.sql() + " (" + table.names(columns) + ") values ("
                + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (Object[] row : rows) {
                bind(statement, 1, columns, table.values(columns, row));
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** Sets some columns of rows as they are given. */
    void update(Table table, List<Column> columns, List<Object[]> rows) throws SQLException {
        if (arrays && RowArrays.fit(columns) && RowArrays.fit(table.key())) {
            new RowArrays(connection).update(table, columns, rows);
            return;
        }
        String sets = String.join(
                ", ", columns.stream().map(column -> column.sql() + " = ?").toList());
        try (PreparedStatement statement =
                connection.prepareStatement("update " + table.sql() + " set " + sets + " where " + byKey(table))) {
            for (Object[] row : rows) {
                int next = bind(statement, 1, columns, table.values(columns, row));
                bind(statement, next, table.key(), table.key(row));
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    void delete(Table table, List<Object[]> rows) throws SQLException {
        if (arrays && RowArrays.fit(table.key())) {
            new RowArrays(connection).delete(table, rows);
            return;
        }
        try (PreparedStatement statement =
                connection.prepareStatement("delete from " + table.sql() + " where " + byKey(table))) {
            for (Object[] row : rows) {
                bind(statement, 1, table.key(), table.key(row));
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private static String byKey(Table table) {
        return String.join(
                " and ",
                table.key().stream().map(column -> column.sql() + " = ?").toList());
    }

    private static int bind(PreparedStatement statement, int first, List<Column> columns, List<Object> values)
            throws SQLException {
        int next = first;
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).bind(statement, next++, values.get(i));
        }
        return next;
    }

    private static void visit(PreparedStatement statement, Table table, Visitor visitor) throws SQLException {
        List<Column> columns = table.columns();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                Object[] row = new Object[columns.size()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = columns.get(i).read(rows, i + 1);
                }
                visitor.row(row);
            }
        }
    }

    private List<List<String>> slices(Collection<String> values) {
        List<String> all = List.copyOf(values);
        if (all.isEmpty() || arrays) {
            return all.isEmpty() ? List.of() : List.of(all);
        }
        List<List<String>> slices = new ArrayList<>();
        for (int from = 0; from < all.size(); from += SLICE) {
            slices.add(all.subList(from, Math.min(all.size(), from + SLICE)));
        }
        return slices;
    }

    /** See {@link RowArrays#ofUnknownLength}. */
    private String in(Column column, int values) {
        return column.sql()
                + (arrays
                        ? " = any(" + RowArrays.ofUnknownLength("varchar") + ")"
                        : " in (" + String.join(", ", Collections.nCopies(values, "?")) + ")");
    }

    private int bind(PreparedStatement statement, int first, List<String> values) throws SQLException {
        if (arrays) {
            setArray(statement, first, values);
            return first + 1;
        }
        int next = first;
        for (String value : values) {
            statement.setString(next++, value);
        }
        return next;
    }

    private void setArray(PreparedStatement statement, int index, List<String> values) throws SQLException {
        statement.setArray(index, connection.createArrayOf("varchar", values.toArray(new String[0])));
    }
}
