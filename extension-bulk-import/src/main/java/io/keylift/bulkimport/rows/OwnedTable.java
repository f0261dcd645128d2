// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A table with rows that belong to objects such as users, and the columns of it to {@linkplain Queries#owned read}. */
public final class OwnedTable {

    private static final String SEPARATOR = ", ";

    private final Class<?> entity;
    private final Column owner;
    private final List<Column> columns;
    private final List<Column> order;

    /** Types of columns, each as PostgreSQL and the driver know it. */
    enum Type {
        TEXT("text") {
            @Override
            Object read(ResultSet row, int index) throws SQLException {
                return row.getString(index);
            }
        },
        NUMBER("bigint") {
            @Override
            Object read(ResultSet row, int index) throws SQLException {
                long number = row.getLong(index);
                return row.wasNull() ? null : Long.valueOf(number);
            }
        },
        TRUTH("boolean") {
            @Override
            Object read(ResultSet row, int index) throws SQLException {
                boolean truth = row.getBoolean(index);
                return row.wasNull() ? null : Boolean.valueOf(truth);
            }
        };

        final String sqlName;

        Type(String sqlName) {
            this.sqlName = sqlName;
        }

        /** The value of a column of this type. */
        abstract Object read(ResultSet row, int index) throws SQLException;
    }

    private record Column(String property, String name, Type type) {}

    private OwnedTable(Class<?> entity, Column owner, List<Column> columns, List<Column> order) {
        this.entity = entity;
        this.owner = owner;
        this.columns = List.copyOf(columns);
        this.order = List.copyOf(order);
    }

    /**
     * A table of which only the owner is read.
     *
     * @param property path in JPQL of the id of the owner
     * @param column its column
     */
    public static OwnedTable of(Class<?> entity, String property, String column) {
        return new OwnedTable(entity, new Column(property, column, Type.TEXT), List.of(), List.of());
    }

    /** This table with a further column, which holds text. */
    public OwnedTable text(String property, String column) {
        return with(new Column(property, column, Type.TEXT));
    }

    /** This table with a further column, which holds whole numbers, read as {@link Number}. */
    public OwnedTable number(String property, String column) {
        return with(new Column(property, column, Type.NUMBER));
    }

    /** This table with a further column, which holds {@link Boolean}. */
    public OwnedTable truth(String property, String column) {
        return with(new Column(property, column, Type.TRUTH));
    }

    private OwnedTable with(Column column) {
        List<Column> more = new ArrayList<>(columns);
        more.add(column);
        return new OwnedTable(entity, owner, more, order);
    }

    /** This table in the order of these properties, which are among those that are read. */
    public OwnedTable inOrderOf(String... properties) {
        List<Column> by = new ArrayList<>();
        for (String property : properties) {
            columns.stream()
                    .filter(column -> column.property().equals(property))
                    .forEach(by::add);
        }
        return new OwnedTable(entity, owner, columns, by);
    }

    /** The entity of the rows. */
    public Class<?> entity() {
        return entity;
    }

    /** Number of columns of a type, the owner included. */
    int count(Type type) {
        return (int) all().stream().filter(column -> column.type() == type).count();
    }

    private List<Column> all() {
        List<Column> all = new ArrayList<>();
        all.add(owner);
        all.addAll(columns);
        return all;
    }

    /** The query of this table alone, written with {@code in (:values)}. */
    String jpql() {
        return "select " + list(all(), column -> "o." + column.property()) + " from " + entity.getSimpleName()
                + " o where o." + owner.property() + " in (:values)"
                + (order.isEmpty() ? "" : " order by " + list(order, column -> "o." + column.property()));
    }

    /** The columns of a type in SQL, and behind them as many nulls as make them {@code count}. */
    List<String> names(Type type, int count) {
        List<String> names = new ArrayList<>();
        all().stream().filter(column -> column.type() == type).forEach(column -> names.add(column.name()));
        while (names.size() < count) {
            names.add("cast(null as " + type.sqlName + ")");
        }
        return names;
    }

    String ownerColumn() {
        return owner.name();
    }

    /** The order in SQL, with a blank before; empty if there is none. */
    String orderBy() {
        return order.isEmpty() ? "" : " order by " + list(order, Column::name);
    }

    /**
     * The positions of the columns in a row that has all columns of a type together.
     *
     * @param first position of the first column of each type
     */
    int[] positions(int[] first) {
        int[] next = first.clone();
        return all().stream()
                .mapToInt(column -> next[column.type().ordinal()]++)
                .toArray();
    }

    Object[] read(ResultSet row, int[] positions) throws SQLException {
        Object[] values = new Object[positions.length];
        values[0] = row.getString(positions[0]);
        for (int i = 1; i < values.length; i++) {
            values[i] = columns.get(i - 1).type().read(row, positions[i]);
        }
        return values;
    }

    private static String list(List<Column> columns, Function<Column, String> text) {
        return columns.stream().map(text).collect(Collectors.joining(SEPARATOR));
    }
}
