// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import io.keylift.bulkimport.dependents.RowParts.Head;
import io.keylift.bulkimport.dependents.RowParts.Section;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rows that {@link RemovedRows} has kept, as rows of the current tables. */
final class StoredRows {

    private final Iterable<byte[]> parts;
    private final Map<Long, Long> aliases = new HashMap<>();

    /** Rows of the first part, which is usually the only one; {@code null} until they are read. */
    private List<Line> first;

    private record Line(Head head, long line, Object[] values) {}

    /** @param parts can be read any number of times */
    StoredRows(Iterable<byte[]> parts) {
        this.parts = parts;
    }

    /** Receives a row. */
    interface Visitor {
        /**
         * @param was the row before the removal
         * @param left the row after the removal; {@code null} if it was deleted
         * @param line line of the object to which it belongs
         */
        void row(Stored stored, Object[] was, Object[] left, long line) throws SQLException;
    }

    /** Reads all rows as they are stored, and prepares {@link #owner}. */
    void visit(RowParts.Visitor visitor) throws SQLException {
        readParts((head, line, values) -> {
            if (head.section() == Section.LINES) {
                aliases.put(line, (Long) values[0]);
            }
            return visitor.row(head, line, values);
        });
    }

    /** Reads part by part, until the visitor does not continue. */
    private void readParts(RowParts.Visitor visitor) throws SQLException {
        boolean isFirst = true;
        for (byte[] part : parts) {
            if (!(isFirst ? readFirst(part, visitor) : RowParts.read(part, visitor))) {
                return;
            }
            isFirst = false;
        }
    }

    private boolean readFirst(byte[] part, RowParts.Visitor visitor) throws SQLException {
        if (first == null) {
            List<Line> rows = new ArrayList<>();
            RowParts.read(part, (head, line, values) -> rows.add(new Line(head, line, values)));
            first = rows;
        }
        for (Line row : first) {
            if (!visitor.row(row.head(), row.line(), row.values())) {
                return false;
            }
        }
        return true;
    }

    /** The stored columns of a table, without those that it no longer has. */
    static final class Stored {

        private final Table table;
        private final int[] places;
        private final List<Column> columns = new ArrayList<>();

        private Stored(Table table, List<String> names) {
            this.table = table;
            places = new int[names.size()];
            for (int i = 0; i < places.length; i++) {
                Column column = table.column(names.get(i));
                places[i] = column == null ? -1 : table.index(column);
                if (column != null) {
                    columns.add(column);
                }
            }
        }

        Table table() {
            return table;
        }

        List<Column> columns() {
            return columns;
        }

        /** Table and columns of the rows. */
        Head head(Section section) {
            return new Head(
                    section, table.name(), columns.stream().map(Column::name).toList());
        }

        /** A row with a value for each column of the table. */
        private Object[] row(Object[] values, int first) {
            Object[] row = new Object[table.columns().size()];
            for (int i = 0; i < places.length; i++) {
                if (places[i] >= 0) {
                    row[places[i]] = values[first + i];
                }
            }
            return row;
        }
    }

    private static Stored stored(Jdbc jdbc, Head head) throws SQLException {
        Table table = jdbc.table(head.table());
        return table == null ? null : new Stored(table, head.columns());
    }

    /** Reads the rows of the removed objects themselves, which come first. Must be called before {@link #read}. */
    void readObjects(Jdbc jdbc, Visitor visitor) throws SQLException {
        readParts((head, line, values) -> {
            if (head.section() == Section.LINES) {
                aliases.put(line, (Long) values[0]);
                return true;
            }
            Stored stored = head.section() == Section.OBJECT ? stored(jdbc, head) : null;
            if (stored != null) {
                visitor.row(stored, stored.row(values, 0), null, line);
            }
            return head.section() == Section.OBJECT;
        });
    }

    /**
     * Reads the removed rows of the first part, which is usually the only one. Must be called after
     * {@link #readObjects}.
     */
    void readFirst(Jdbc jdbc, Visitor visitor) throws SQLException {
        Head last = null;
        Stored of = null;
        for (Line row : first == null ? List.<Line>of() : first) {
            if (row.head() != last) {
                last = row.head();
                of = last.section() == Section.OBJECT || last.section() == Section.GONE ? stored(jdbc, last) : null;
            }
            if (of != null) {
                visitor.row(of, of.row(row.values(), 0), null, row.line());
            }
        }
    }

    /**
     * Reads all rows, parents first.
     *
     * @param lines lines of the records that removed them, or of others that included these
     */
    void read(Jdbc jdbc, Set<Long> lines, Visitor visitor) throws SQLException {
        Head[] last = new Head[1];
        Stored[] stored = new Stored[1];
        readParts((head, line, values) -> {
            Long owner = head.section() == Section.LINES ? null : owner(lines, line);
            if (owner == null) {
                return true;
            }
            if (head != last[0]) {
                last[0] = head;
                stored[0] = stored(jdbc, head);
            }
            if (stored[0] != null) {
                boolean changed = head.section() == Section.CHANGED;
                Object[] left = changed ? stored[0].row(values, head.columns().size()) : null;
                visitor.row(stored[0], stored[0].row(values, 0), left, owner);
            }
            return true;
        });
    }

    /**
     * Line of the object to which a row belongs, or of one that included it; {@code null} if neither is among these
     * lines.
     */
    Long owner(Set<Long> lines, long line) {
        if (aliases.isEmpty() || lines.contains(line)) {
            return lines.contains(line) ? line : null;
        }
        Set<Long> seen = new HashSet<>();
        for (Long one = line; one != null && seen.add(one); one = aliases.get(one)) {
            if (lines.contains(one)) {
                return one;
            }
        }
        return null;
    }
}
