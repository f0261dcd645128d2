// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import io.keylift.bulkimport.dependents.StayingRows.Reason;
import io.keylift.bulkimport.dependents.StoredRows.Stored;
import io.keylift.bulkimport.rows.Ids;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Rows of one table that are restored at once, unless another transaction has changed something on which they depend.
 */
final class ReturnBatch {

    private static final int SIZE = 1000;

    private static final String ASSIGNMENTS = "KEYLIFT_CAPABILITY_ASSIGNMENT";

    /** Columns that change with each write of the row or of its dependents. */
    private static final Set<String> TOLD_ON_WRITE = Set.of("REVISION", "LAST_MODIFIED_TIMESTAMP");

    private final Jdbc jdbc;
    private final Parents parents;
    private final StaleCaches caches;
    private final StayingRows staying;
    private final Refusals refusals;
    private final boolean changed;
    private final Map<List<Object>, ReturnRow> rows = new LinkedHashMap<>();
    private Stored stored;

    /** Rows whose referenced row may be restored later, because it is in the same table. */
    private List<ReturnRow> waiting = new ArrayList<>();

    /**
     * @param staying receives the rows that are not restored
     * @param refusals decides on rows all of whose references exist
     * @param changed whether the rows stayed, with other values
     */
    ReturnBatch(
            Jdbc jdbc, Parents parents, StaleCaches caches, StayingRows staying, Refusals refusals, boolean changed) {
        this.jdbc = jdbc;
        this.parents = parents;
        this.caches = caches;
        this.staying = staying;
        this.refusals = refusals;
        this.changed = changed;
    }

    /** @param line line of the object to which the row belonged */
    void add(Stored of, Object[] was, Object[] left, long line) throws SQLException {
        if (of != stored || rows.size() == SIZE) {
            flush();
        }
        if (stored != null && of.table() != stored.table()) {
            settle();
        }
        stored = of;
        rows.putIfAbsent(of.table().key(was), new ReturnRow(was, left, line));
    }

    void end() throws SQLException {
        flush();
        settle();
    }

    private void flush() throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        Table table = stored.table();
        Map<List<Object>, Object[]> now = new HashMap<>();
        jdbc.selectTuples(table, table.key(), rows.keySet(), row -> now.put(table.key(row), row));
        if (changed) {
            keepIf((key, row) -> Arrays.equals(now.get(key), row.left()), now);
        } else {
            Set<List<Object>> absent = new HashSet<>(rows.keySet());
            CollationMatch.removeAll(absent, now.keySet());
            keepIf((key, row) -> absent.contains(key), now);
            removeTaken(table);
        }
        List<ReturnRow> all = List.copyOf(rows.values());
        List<ReturnRow> referring = referring(all);
        write(table, referring);
        List<ReturnRow> others = without(all, referring);
        if (parents.isOwnParent(table)) {
            waiting.addAll(others);
        } else {
            refusals.missing(stored, others);
        }
        rows.clear();
    }

    /** @param now the rows with the same keys */
    private void keepIf(BiPredicate<List<Object>, ReturnRow> condition, Map<List<Object>, Object[]> now) {
        rows.entrySet().removeIf(entry -> {
            ReturnRow row = entry.getValue();
            boolean keeps = condition.test(entry.getKey(), row);
            if (!keeps && !isBack(row.was(), now.get(entry.getKey()))) {
                staying.add(row.line(), Reason.CHANGED, stored.table());
            }
            return !keeps;
        });
    }

    /** Whether a row already has its former values. */
    private boolean isBack(Object[] was, Object[] is) {
        if (is == null) {
            return false;
        }
        List<Column> columns = stored.columns().stream()
                .filter(column -> !TOLD_ON_WRITE.contains(column.name()))
                .toList();
        return stored.table().values(columns, was).equals(stored.table().values(columns, is));
    }

    /** The rows all of whose references exist. */
    private List<ReturnRow> referring(List<ReturnRow> some) throws SQLException {
        Set<Object[]> present = Set.copyOf(parents.present(
                stored.table(), some.stream().map(ReturnRow::was).toList()));
        return some.stream().filter(row -> present.contains(row.was())).toList();
    }

    private static List<ReturnRow> without(List<ReturnRow> rows, List<ReturnRow> others) {
        Set<ReturnRow> left = new LinkedHashSet<>(rows);
        others.forEach(left::remove);
        return new ArrayList<>(left);
    }

    private void settle() throws SQLException {
        List<ReturnRow> referring = waiting;
        while (!waiting.isEmpty() && !referring.isEmpty()) {
            referring = referring(waiting);
            write(stored.table(), referring);
            waiting = without(waiting, referring);
        }
        refusals.missing(stored, waiting);
        waiting.clear();
    }

    private void write(Table table, List<ReturnRow> referring) throws SQLException {
        List<ReturnRow> granted = refusals.granted(stored, referring);
        if (granted.isEmpty()) {
            return;
        }
        List<Object[]> some = granted.stream().map(ReturnRow::was).toList();
        if (changed) {
            jdbc.update(table, stored.columns(), some);
        } else {
            if (table.name().equals(ASSIGNMENTS)) {
                touchHolders(table, some);
            }
            jdbc.insert(table, stored.columns(), some);
        }
        granted.forEach(row -> staying.returned(row.line()));
        caches.written(table.name());
    }

    /** Another row may have taken a unique value meanwhile, such as the name of a policy. */
    private void removeTaken(Table table) throws SQLException {
        for (List<Column> unique : table.unique()) {
            Map<List<Object>, List<Object>> keys = new HashMap<>();
            rows.forEach((key, row) -> {
                List<Object> values = table.values(unique, row.was());
                if (!values.contains(null)) {
                    keys.put(values, key);
                }
            });
            Set<List<Object>> taken = new HashSet<>();
            jdbc.selectTuples(table, unique, keys.keySet(), other -> taken.add(table.values(unique, other)));
            Set<List<Object>> free = new HashSet<>(keys.keySet());
            CollationMatch.removeAll(free, taken);
            keys.keySet().removeAll(free);
            for (List<Object> key : keys.values()) {
                ReturnRow row = rows.remove(key);
                if (row != null) {
                    staying.add(row.line(), Reason.CHANGED, table);
                }
            }
        }
    }

    /** The row of a holder is the lock of its assignments, and its revision their ETag. */
    private void touchHolders(Table table, List<Object[]> assignments) throws SQLException {
        Table holders = jdbc.table("KEYLIFT_CAPABILITY_HOLDER");
        int type = holders.index(holders.column("TYPE"));
        int id = holders.index(holders.column("ID"));
        Column revision = holders.column("REVISION");
        Map<List<Object>, Object[]> touched = new LinkedHashMap<>();
        for (Object[] assignment : assignments) {
            Object[] holder = new Object[holders.columns().size()];
            holder[type] = assignment[table.index(table.column("HOLDER_TYPE"))];
            holder[id] = assignment[table.index(table.column("HOLDER_ID"))];
            holder[holders.index(revision)] = Ids.next();
            touched.put(holders.key(holder), holder);
        }
        jdbc.update(holders, List.of(revision), List.copyOf(touched.values()));
    }
}
