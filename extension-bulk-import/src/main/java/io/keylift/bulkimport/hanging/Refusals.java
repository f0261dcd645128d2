// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.hanging;

import io.keylift.bulkimport.hanging.StayingRows.Reason;
import io.keylift.bulkimport.hanging.StoredRows.Stored;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Rows that are not given back because of who undoes, and those that refer to them. */
final class Refusals {

    private final Jdbc jdbc;
    private final RowGrants grants;
    private final StayingRows staying;

    /** Values of refused rows to which others can refer, by table and column. */
    private final Map<String, Set<Object>> refused = new HashMap<>();

    Refusals(Jdbc jdbc, RowGrants grants, StayingRows staying) {
        this.jdbc = jdbc;
        this.grants = grants;
        this.staying = staying;
    }

    /** The rows that may be given back. The others are refused. */
    List<ReturnRow> granted(Stored stored, List<ReturnRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return rows;
        }
        Table table = stored.table();
        List<Function<String, String>> values = new ArrayList<>(rows.size());
        for (ReturnRow row : rows) {
            values.add(name -> text(table, name, row.was()));
        }
        BitSet stay = grants.refused(table.name(), values);
        if (stay.isEmpty()) {
            return rows;
        }
        List<ReturnRow> granted = new ArrayList<>(rows.size() - stay.cardinality());
        for (int i = 0; i < rows.size(); i++) {
            if (stay.get(i)) {
                refuse(stored, rows.get(i));
            } else {
                granted.add(rows.get(i));
            }
        }
        return granted;
    }

    private static String text(Table table, String name, Object[] row) {
        Column column = table.column(name);
        Object value = column == null ? null : row[table.index(column)];
        return value == null ? null : value.toString();
    }

    private void refuse(Stored stored, ReturnRow row) throws SQLException {
        Table table = stored.table();
        staying.add(row.line(), Reason.NOT_GRANTED, table);
        for (Reference reference : jdbc.to(table.name())) {
            Column column = table.column(reference.parentColumn());
            if (column != null) {
                refused.computeIfAbsent(place(table.name(), column.name()), any -> new HashSet<>())
                        .add(row.was()[table.index(column)]);
            }
        }
    }

    private static String place(String table, String column) {
        return table + "." + column;
    }

    /** Takes rows of which something is missing to which they refer: it was refused, too, or is gone. */
    void missing(Stored stored, List<ReturnRow> rows) throws SQLException {
        List<ReturnRow> left = rows;
        int before = Integer.MAX_VALUE;
        // Rows can refer to others of the list.
        while (left.size() < before) {
            before = left.size();
            List<ReturnRow> next = new ArrayList<>();
            for (ReturnRow row : left) {
                if (refersToRefused(stored.table(), row.was())) {
                    refuse(stored, row);
                } else {
                    next.add(row);
                }
            }
            left = next;
        }
        left.forEach(row -> staying.add(row.line(), Reason.REMOVED, stored.table()));
    }

    private boolean refersToRefused(Table table, Object[] row) throws SQLException {
        if (refused.isEmpty()) {
            return false;
        }
        for (Reference reference : jdbc.from(table.name())) {
            Column column = table.column(reference.column());
            Set<Object> values = refused.get(place(reference.parent(), reference.parentColumn()));
            if (column != null && values != null && values.contains(row[table.index(column)])) {
                return true;
            }
        }
        return false;
    }
}
