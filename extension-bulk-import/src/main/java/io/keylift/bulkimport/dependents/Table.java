// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A table. */
final class Table {

    private final String name;
    private final String sql;
    private final List<Column> columns;
    private final List<Column> key;
    private final List<List<Column>> unique;
    private final Map<String, Integer> places = new HashMap<>();
    private final int[] keyPlaces;

    /**
     * @param name in capitals
     * @param sql name in statements
     * @param key columns of the primary key; all columns if it has none
     * @param unique columns of each other unique index
     */
    Table(String name, String sql, List<Column> columns, List<Column> key, List<List<Column>> unique) {
        this.name = name;
        this.sql = sql;
        this.columns = columns;
        this.key = key;
        this.unique = unique;
        for (int i = 0; i < columns.size(); i++) {
            places.put(columns.get(i).name(), i);
        }
        keyPlaces = key.stream().mapToInt(this::index).toArray();
    }

    String name() {
        return name;
    }

    String sql() {
        return sql;
    }

    List<Column> columns() {
        return columns;
    }

    List<Column> key() {
        return key;
    }

    List<List<Column>> unique() {
        return unique;
    }

    /** The column with this name in capitals; {@code null} for none. */
    Column column(String column) {
        Integer place = places.get(column);
        return place == null ? null : columns.get(place);
    }

    int index(Column column) {
        return places.get(column.name());
    }

    boolean isKey(String column) {
        return key.stream().anyMatch(one -> one.name().equals(column));
    }

    /** Values of the primary key of a row. */
    List<Object> key(Object[] row) {
        if (keyPlaces.length == 1) {
            return Collections.singletonList(row[keyPlaces[0]]);
        }
        Object[] values = new Object[keyPlaces.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = row[keyPlaces[i]];
        }
        return Arrays.asList(values);
    }

    /** Values of some columns of a row; may contain {@code null}. */
    List<Object> values(List<Column> some, Object[] row) {
        Object[] values = new Object[some.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = row[index(some.get(i))];
        }
        return Arrays.asList(values);
    }

    String names(List<Column> some) {
        return some.stream().map(Column::sql).collect(Collectors.joining(", "));
    }
}
