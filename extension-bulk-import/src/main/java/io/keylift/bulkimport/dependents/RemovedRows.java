// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import io.keylift.bulkimport.dependents.RowParts.Head;
import io.keylift.bulkimport.dependents.RowParts.Section;
import io.keylift.bulkimport.dependents.RowWalk.Selection;
import io.keylift.bulkimport.kind.spi.RowReference;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * Copies of the rows that a removal deletes or changes along with the objects of a chunk. Rows are read before the
 * removal and compared after it, in the same transaction. In between they stay in memory.
 */
public final class RemovedRows {

    /** Number of rows that are looked up at once. */
    private static final int BATCH = 1000;

    private final SessionImplementor session;
    private final String realmId;
    private final Map<RowReference, Long> objects;
    private List<Selection> selections;
    private Map<Long, Long> aliases;

    private RemovedRows(EntityManager em, String realmId, Map<RowReference, Long> objects) {
        session = em.unwrap(SessionImplementor.class);
        this.realmId = realmId;
        this.objects = objects;
    }

    /**
     * Reads all rows that may be removed or changed with objects.
     *
     * @param objects rows of the objects, each with the line of the record that removes it, in the order of the lines
     */
    public static RemovedRows before(EntityManager em, String realmId, Map<RowReference, Long> objects) {
        RemovedRows rows = new RemovedRows(em, realmId, objects);
        em.flush();
        rows.session.doWork(rows::find);
        return rows;
    }

    private void find(Connection connection) throws SQLException {
        Jdbc jdbc = new Jdbc(session.getFactory(), connection);
        RowWalk walk = new RowWalk(jdbc, realmId, true);
        walk.start(objects);
        Map<String, Integer> ranks = new HashMap<>();
        for (Selection selection : walk.selections()) {
            ranks.put(selection.table().name(), jdbc.rank(selection.table()));
        }
        selections = new ArrayList<>(walk.selections());
        selections.sort(Comparator.comparing((Selection selection) -> !selection.isOfObjects())
                .thenComparing(selection -> ranks.get(selection.table().name())));
        aliases = walk.aliases();
    }

    /** Deleted and changed rows, in the form in which they are stored. Called after the removal is flushed. */
    public List<byte[]> after() {
        return session.doReturningWork(this::compare);
    }

    private List<byte[]> compare(Connection connection) throws SQLException {
        Jdbc jdbc = new Jdbc(session.getFactory(), connection);
        RowParts kept = new RowParts();
        Head lines = new Head(Section.LINES, "", List.of());
        aliases.forEach((line, other) -> kept.add(lines, line, new Object[] {other}));
        for (Selection selection : selections) {
            List<byte[]> parts = selection.rows().largeParts();
            if (!parts.isEmpty()
                    && selection.table().isKey(selection.column().name())
                    && !jdbc.any(selection.table(), selection.column(), selection.values())) {
                kept.append(parts);
            } else {
                compare(jdbc, selection, kept);
            }
        }
        return kept.finish();
    }

    private static void compare(Jdbc jdbc, Selection selection, RowParts kept) throws SQLException {
        Batch batch = new Batch(jdbc, selection.table(), kept);
        selection.rows().read((head, line, values) -> {
            batch.add(head, line, values);
            return true;
        });
        batch.end();
    }

    /** Rows of a table as they were. */
    private static final class Batch {

        private final Jdbc jdbc;
        private final Table table;
        private final RowParts kept;
        private final List<Object[]> rows = new ArrayList<>();
        private final List<Long> lines = new ArrayList<>();
        private Head head;

        Batch(Jdbc jdbc, Table table, RowParts kept) {
            this.jdbc = jdbc;
            this.table = table;
            this.kept = kept;
        }

        void add(Head of, long line, Object[] row) throws SQLException {
            head = of;
            rows.add(row);
            lines.add(line);
            if (rows.size() == BATCH) {
                end();
            }
        }

        void end() throws SQLException {
            if (rows.isEmpty()) {
                return;
            }
            Map<List<Object>, Object[]> now = new HashMap<>();
            jdbc.selectTuples(
                    table, table.key(), rows.stream().map(table::key).toList(), row -> now.put(table.key(row), row));
            for (int i = 0; i < rows.size(); i++) {
                Object[] was = rows.get(i);
                Object[] is = now.get(table.key(was));
                if (is == null) {
                    kept.add(head, lines.get(i), was);
                } else if (!Arrays.equals(was, is)) {
                    kept.add(new Head(Section.CHANGED, head.table(), head.columns()), lines.get(i), was, is);
                }
            }
            rows.clear();
            lines.clear();
        }
    }
}
