// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import io.keylift.bulkimport.dependents.RowWalk.Selection;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.rows.FormerRows;
import io.keylift.bulkimport.rows.ReadEntities;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * Restores the dependent rows of removed objects. An import adds the objects themselves; then their rows, and their
 * dependents, get their former values. A row with a missing reference is not restored, and a row that another
 * transaction has changed stays as it is.
 */
public final class ReturnedRows {

    private final ImportContext context;
    private final SessionImplementor session;
    private final Map<Long, RowReference> objects;
    private final StoredRows stored;
    private final StaleCaches caches;
    private final RowGrants grants;
    private final StayingRows staying = new StayingRows();
    private LeftRows left = new LeftRows();

    /** Rows of the removed objects. */
    private final Set<RowReference> gone = new HashSet<>();

    /** Dependent rows that existed while the objects did not. */
    private final Set<Key> remained = new HashSet<>();

    private record Key(String table, List<Object> values) {}

    /**
     * @param objects rows of the objects by the lines of the records that removed them
     * @param parts the parts that {@link RemovedRows} has kept; can be read any number of times
     * @param grants rows that the caller may restore
     */
    public ReturnedRows(
            ImportContext context, Map<Long, RowReference> objects, Iterable<byte[]> parts, RowGrants grants) {
        this.context = context;
        this.objects = objects;
        this.grants = grants;
        stored = new StoredRows(parts);
        session = context.entityManager().unwrap(SessionImplementor.class);
        caches = new StaleCaches(context.session(), context.realm());
    }

    /**
     * Called before an import adds the objects. Finds their dependents, which may exist although the objects do not.
     */
    public void begin() {
        session.doWork(this::findRemained);
    }

    private void findRemained(Connection connection) throws SQLException {
        Jdbc jdbc = jdbc(connection);
        Map<Table, List<Object[]>> rows = new LinkedHashMap<>();
        stored.readObjects(jdbc, (of, row, left, line) -> {
            Table table = of.table();
            gone.add(new RowReference(table.name(), (String) table.key(row).get(0)));
            rows.computeIfAbsent(table, any -> new ArrayList<>()).add(row);
        });
        RowWalk walk = new RowWalk(jdbc, realmId(), false);
        for (Map.Entry<Table, List<Object[]>> one : rows.entrySet()) {
            walk.startFrom(one.getKey(), one.getValue());
        }
        remained.addAll(present(walk).keySet());
        findFormer(jdbc);
    }

    /** So that the import writes rows as they were, as far as it writes them. */
    private void findFormer(Jdbc jdbc) throws SQLException {
        Map<Table, Map<String, Object[]>> rows = new LinkedHashMap<>();
        Map<Table, Boolean> referred = new HashMap<>();
        stored.readFirst(jdbc, (of, row, left, line) -> {
            Table table = of.table();
            if (!referred.containsKey(table)) {
                referred.put(table, !jdbc.to(table.name()).isEmpty());
            }
            if (table.key().size() == 1
                    && table.isKey(FormerRows.ID)
                    && table.key(row).get(0) instanceof String id
                    && (!referred.get(table) || gone.contains(new RowReference(table.name(), id)))) {
                rows.computeIfAbsent(table, any -> new LinkedHashMap<>()).put(id, row);
            }
        });
        FormerRows former = context.ofChunk(FormerRows.class, FormerRows::new);
        for (Map.Entry<Table, Map<String, Object[]>> one : rows.entrySet()) {
            Table table = one.getKey();
            Map<String, Object[]> byId = one.getValue();
            byId.keySet().removeAll(jdbc.existing(table, table.key().get(0), byId.keySet(), null));
            List<String> columns = table.columns().stream().map(Column::name).toList();
            byId.values().forEach(row -> former.add(table.name(), columns, row));
        }
    }

    private Jdbc jdbc(Connection connection) throws SQLException {
        return new Jdbc(session.getFactory(), connection);
    }

    private String realmId() {
        return context.realm().getId();
    }

    /** The rows that a walk has found. */
    private static Map<Key, Object[]> present(RowWalk walk) throws SQLException {
        Map<Key, Object[]> present = new LinkedHashMap<>();
        for (Selection selection : walk.selections()) {
            Table table = selection.table();
            selection.rows().read((head, line, values) -> {
                present.put(new Key(table.name(), table.key(values)), values);
                return true;
            });
        }
        return present;
    }

    /**
     * Restores the rows of objects whose own row is missing. Called instead of {@link #begin} if an import does not add
     * that row.
     */
    public void writeMissing() {
        Set<Long> lines = session.doReturningWork(this::findMissing);
        if (!lines.isEmpty()) {
            write(lines);
        }
    }

    private Set<Long> findMissing(Connection connection) throws SQLException {
        Jdbc jdbc = jdbc(connection);
        stored.readObjects(jdbc, (of, row, left, line) -> {});
        Map<String, Set<String>> missing = new HashMap<>();
        objects.values()
                .forEach(row -> missing.computeIfAbsent(row.table(), any -> new HashSet<>())
                        .add(row.id()));
        for (Map.Entry<String, Set<String>> one : missing.entrySet()) {
            Table table = jdbc.table(one.getKey());
            one.getValue().removeAll(jdbc.existing(table, table.key().get(0), one.getValue(), null));
        }
        Set<Long> lines = new HashSet<>(objects.keySet());
        lines.removeIf(line -> {
            RowReference row = objects.get(line);
            return !missing.get(row.table()).contains(row.id());
        });
        return lines;
    }

    /**
     * Restores the rows. Called after the objects are added.
     *
     * @param lines lines of the objects that were added
     */
    public void write(Set<Long> lines) {
        context.entityManager().flush();
        // The following statements change rows that the entity manager has read.
        ReadEntities.detach(context.entityManager());
        session.doWork(connection -> write(jdbc(connection), lines));
        caches.clear();
    }

    /** Rows of the objects of the last {@link #write} that another undo can restore. */
    public LeftRows left() {
        return left;
    }

    /** Whether another undo can restore a row of any object. */
    public boolean isLeft() {
        return objects.keySet().stream().anyMatch(staying::isLeft);
    }

    /** Whether another undo can restore a row of an object. */
    public boolean isLeft(long line) {
        return staying.isLeft(line);
    }

    /** Whether rows of an object are not restored because the caller may not grant them. */
    public boolean isRefused(long line) {
        return staying.isRefused(line);
    }

    /** Whether a row of an object was restored. */
    public boolean hasReturned(long line) {
        return staying.hasReturned(line);
    }

    /** Message for each object whose rows were not all restored, by line. */
    public Map<Long, String> notReturned() {
        return staying.messages();
    }

    private void write(Jdbc jdbc, Set<Long> lines) throws SQLException {
        staying.forget();
        left = new LeftRows();
        Parents parents = new Parents(jdbc, realmId());
        Refusals refusals = new Refusals(jdbc, grants, staying, left, context.notes()::leavesAny);
        findAway(jdbc, refusals, lines);
        Written written = replace(jdbc, parents, refusals, lines);
        if (written.leavesGone()) {
            ReturnBatch missing = new ReturnBatch(jdbc, parents, caches, staying, refusals, false);
            stored.read(jdbc, lines, (of, was, left, line) -> {
                if (left == null && !written.rows().contains(key(of.table(), was))) {
                    missing.add(of, was, null, line);
                }
            });
            missing.end();
        }
        if (written.leavesChanged()) {
            ReturnBatch changed = new ReturnBatch(jdbc, parents, caches, staying, refusals, true);
            stored.read(jdbc, lines, (of, was, left, line) -> {
                if (left != null) {
                    changed.add(of, was, left, line);
                }
            });
            changed.end();
        }
    }

    /**
     * Rows that need not be restored.
     *
     * @param leavesGone whether deleted rows are to be restored
     * @param leavesChanged whether changed rows are to be restored
     */
    private record Written(Set<Key> rows, boolean leavesGone, boolean leavesChanged) {}

    /** Rows that refer to an object that is not restored can only be restored with it. */
    private void findAway(Jdbc jdbc, Refusals refusals, Set<Long> lines) throws SQLException {
        Set<Long> away = new HashSet<>(objects.keySet());
        away.removeAll(lines);
        if (!away.isEmpty() && !lines.isEmpty()) {
            stored.read(jdbc, away, (of, was, changed, line) -> {
                if (changed == null) {
                    refusals.staysAway(of.table(), was);
                }
            });
        }
    }

    private static Key key(Table table, Object[] row) {
        return new Key(table.name(), table.key(row));
    }

    /** Replaces the rows of the new objects that differ by the former ones: the import has given new ids to some. */
    private Written replace(Jdbc jdbc, Parents parents, Refusals refusals, Set<Long> lines) throws SQLException {
        Map<RowReference, Long> added = new LinkedHashMap<>();
        objects.forEach((line, row) -> {
            if (lines.contains(line) && gone.contains(row)) {
                added.putIfAbsent(row, line);
            }
        });
        if (added.isEmpty()) {
            return new Written(Set.of(), true, true);
        }
        RowWalk walk = new RowWalk(jdbc, realmId(), false);
        walk.start(added);
        Map<Key, Object[]> present = present(walk);
        present.keySet().removeAll(remained);
        Set<Key> written = new HashSet<>();
        boolean[] leaves = new boolean[2];
        ReplacedRows replaced = new ReplacedRows(jdbc, parents, refusals);
        stored.read(jdbc, lines, (of, was, left, line) -> {
            Key key = key(of.table(), was);
            Object[] is = left == null ? present.remove(key) : null;
            if (is == null) {
                leaves[left == null ? 0 : 1] = true;
            } else {
                written.add(key);
                if (!Arrays.equals(was, is)) {
                    replaced.different(of, was, line);
                }
            }
        });
        for (Map.Entry<Key, Object[]> other : present.entrySet()) {
            replaced.other(jdbc.table(other.getKey().table()), other.getValue());
        }
        replaced.write();
        return new Written(written, leaves[0], leaves[1]);
    }

    /** Rows of new objects that differ from the former ones. */
    private static final class ReplacedRows {

        private final Jdbc jdbc;
        private final Parents parents;
        private final Refusals refusals;
        private final Map<StoredRows.Stored, Map<Object[], ReturnRow>> different = new LinkedHashMap<>();
        private final Map<Table, List<Object[]>> others = new LinkedHashMap<>();

        ReplacedRows(Jdbc jdbc, Parents parents, Refusals refusals) {
            this.jdbc = jdbc;
            this.parents = parents;
            this.refusals = refusals;
        }

        void different(StoredRows.Stored of, Object[] was, long line) {
            different.computeIfAbsent(of, any -> new IdentityHashMap<>()).put(was, new ReturnRow(was, null, line));
        }

        void other(Table table, Object[] row) {
            others.computeIfAbsent(table, any -> new ArrayList<>()).add(row);
        }

        /** Referring rows are deleted first. */
        void write() throws SQLException {
            for (Map.Entry<StoredRows.Stored, Map<Object[], ReturnRow>> one : different.entrySet()) {
                update(one.getKey(), one.getValue());
            }
            Map<Table, Integer> ranks = new HashMap<>();
            for (Table table : others.keySet()) {
                ranks.put(table, jdbc.rank(table));
            }
            List<Table> tables = new ArrayList<>(others.keySet());
            tables.sort(Comparator.comparing(ranks::get).reversed());
            for (Table table : tables) {
                jdbc.delete(table, others.get(table));
            }
        }

        private void update(StoredRows.Stored of, Map<Object[], ReturnRow> rows) throws SQLException {
            List<ReturnRow> referring = parents.present(of.table(), List.copyOf(rows.keySet())).stream()
                    .map(rows::remove)
                    .toList();
            refusals.missing(of, List.copyOf(rows.values()));
            List<Object[]> granted =
                    refusals.granted(of, referring).stream().map(ReturnRow::was).toList();
            jdbc.update(of.table(), of.columns(), granted);
        }
    }
}
