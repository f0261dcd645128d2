// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A table.
 *
 * @param name in capitals
 * @param sql name in statements
 * @param key columns of the primary key; all columns if it has none
 * @param unique columns of each other unique index
 */
record Table(String name, String sql, List<Column> columns, List<Column> key, List<List<Column>> unique) {

    /** The column with this name in capitals; {@code null} for none. */
    Column column(String column) {
        return columns.stream()
                .filter(one -> one.name().equals(column))
                .findFirst()
                .orElse(null);
    }

    int index(Column column) {
        return columns.indexOf(column);
    }

    boolean isKey(String column) {
        return key.stream().anyMatch(one -> one.name().equals(column));
    }

    /** Values of the primary key of a row. */
    List<Object> key(Object[] row) {
        return values(key, row);
    }

    /** Values of some columns of a row; may contain {@code null}. */
    List<Object> values(List<Column> some, Object[] row) {
        return some.stream().map(column -> row[index(column)]).collect(Collectors.toList());
    }

    String names(List<Column> some) {
        return some.stream().map(Column::sql).collect(Collectors.joining(", "));
    }
}
