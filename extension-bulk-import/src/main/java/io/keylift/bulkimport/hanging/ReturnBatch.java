// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.hanging;

import io.keylift.bulkimport.hanging.StoredRows.Stored;
import io.keylift.bulkimport.rows.Ids;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rows of one table that are given back at once, unless somebody else has changed something that concerns them. */
final class ReturnBatch {

    private static final int SIZE = 1000;

    private static final String ASSIGNMENTS = "KEYLIFT_CAPABILITY_ASSIGNMENT";

    private final Jdbc jdbc;
    private final Parents parents;
    private final StaleCaches caches;
    private final boolean changed;
    private final Map<List<Object>, Object[]> rows = new LinkedHashMap<>();
    private final Map<List<Object>, Object[]> left = new HashMap<>();
    private Stored stored;

    /** Rows whose other side may come later, because it is a row of the same table. */
    private final List<Object[]> waiting = new ArrayList<>();

    /** @param changed whether the rows stayed, with other values */
    ReturnBatch(Jdbc jdbc, Parents parents, StaleCaches caches, boolean changed) {
        this.jdbc = jdbc;
        this.parents = parents;
        this.caches = caches;
        this.changed = changed;
    }

    void add(Stored of, Object[] was, Object[] after) throws SQLException {
        if (of != stored || rows.size() == SIZE) {
            flush();
        }
        if (stored != null && of.table() != stored.table()) {
            settle();
        }
        stored = of;
        List<Object> key = of.table().key(was);
        rows.putIfAbsent(key, was);
        left.put(key, after);
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
            rows.keySet().removeIf(key -> !Arrays.equals(now.get(key), left.get(key)));
        } else {
            Folded.removeAll(rows.keySet(), now.keySet());
            removeTaken(table);
        }
        List<Object[]> referring = parents.present(table, List.copyOf(rows.values()));
        write(table, referring);
        if (parents.isOwnParent(table)) {
            waiting.addAll(rows.values());
            waiting.removeAll(Set.copyOf(referring));
        }
        rows.clear();
        left.clear();
    }

    private void settle() throws SQLException {
        List<Object[]> referring = waiting;
        while (!waiting.isEmpty() && !referring.isEmpty()) {
            referring = parents.present(stored.table(), List.copyOf(waiting));
            write(stored.table(), referring);
            waiting.removeAll(Set.copyOf(referring));
        }
        waiting.clear();
    }

    private void write(Table table, List<Object[]> some) throws SQLException {
        if (some.isEmpty()) {
            return;
        }
        if (changed) {
            jdbc.update(table, stored.columns(), some);
        } else {
            if (table.name().equals(ASSIGNMENTS)) {
                touchHolders(table, some);
            }
            jdbc.insert(table, stored.columns(), some);
        }
        caches.written(table.name());
    }

    /** Another row can have a unique value by now, such as the name of a policy. */
    private void removeTaken(Table table) throws SQLException {
        for (List<Column> unique : table.unique()) {
            Map<List<Object>, List<Object>> keys = new HashMap<>();
            rows.forEach((key, row) -> {
                List<Object> values = table.values(unique, row);
                if (!values.contains(null)) {
                    keys.put(values, key);
                }
            });
            Set<List<Object>> taken = new HashSet<>();
            jdbc.selectTuples(table, unique, keys.keySet(), row -> taken.add(table.values(unique, row)));
            Set<List<Object>> free = new HashSet<>(keys.keySet());
            Folded.removeAll(free, taken);
            keys.keySet().removeAll(free);
            rows.keySet().removeAll(keys.values());
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
