// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import io.keylift.bulkimport.dependents.RowParts.Section;
import io.keylift.bulkimport.dependents.StayingRows.Reason;
import io.keylift.bulkimport.dependents.StoredRows.Stored;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Rows that are not restored because the caller of the undo may not grant them, and rows that refer to them. */
final class Refusals {

    private final Jdbc jdbc;
    private final RowGrants grants;
    private final StayingRows staying;
    private final LeftRows left;
    private final BooleanSupplier leavesOthers;

    /** Values of refused rows to which others can refer, by table and column. */
    private final Map<String, Set<Object>> refused = new HashMap<>();

    /**
     * @param left receives the rows, for a caller who may restore them
     * @param leavesOthers whether the undo has left other rows, to which rows may refer
     */
    Refusals(Jdbc jdbc, RowGrants grants, StayingRows staying, LeftRows left, BooleanSupplier leavesOthers) {
        this.jdbc = jdbc;
        this.grants = grants;
        this.staying = staying;
        this.left = left;
        this.leavesOthers = leavesOthers;
    }

    /** The rows that may be restored. The others are refused. */
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
                refuse(stored, rows.get(i), Reason.NOT_GRANTED);
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

    private void refuse(Stored stored, ReturnRow row, Reason reason) throws SQLException {
        Table table = stored.table();
        staying.add(row.line(), reason, table);
        Object[] was = table.values(stored.columns(), row.was()).toArray();
        if (row.left() == null) {
            left.add(stored.head(Section.GONE), row.line(), was);
        } else {
            left.add(
                    stored.head(Section.CHANGED),
                    row.line(),
                    was,
                    table.values(stored.columns(), row.left()).toArray());
        }
        staysAway(table, row.was());
    }

    /** Notes that a row is not restored; neither are rows that refer to it. */
    void staysAway(Table table, Object[] row) throws SQLException {
        for (Reference reference : jdbc.to(table.name())) {
            Column column = table.column(reference.parentColumn());
            if (column != null) {
                refused.computeIfAbsent(place(table.name(), column.name()), any -> new HashSet<>())
                        .add(row[table.index(column)]);
            }
        }
    }

    private static String place(String table, String column) {
        return table + "." + column;
    }

    /** Adds rows with a missing reference: the referenced row was refused, too, or no longer exists. */
    void missing(Stored stored, List<ReturnRow> rows) throws SQLException {
        List<ReturnRow> left = rows;
        int before = Integer.MAX_VALUE;
        // Rows can refer to others of the list.
        while (left.size() < before) {
            before = left.size();
            List<ReturnRow> next = new ArrayList<>();
            for (ReturnRow row : left) {
                if (refersToRefused(stored.table(), row.was())) {
                    refuse(stored, row, Reason.NOT_GRANTED);
                } else {
                    next.add(row);
                }
            }
            left = next;
        }
        if (!left.isEmpty() && leavesOthers.getAsBoolean()) {
            for (ReturnRow row : left) {
                refuse(stored, row, Reason.LEFT);
            }
        } else {
            left.forEach(row -> staying.add(row.line(), Reason.REMOVED, stored.table()));
        }
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
