// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import io.keylift.bulkimport.dependents.RowParts.Head;
import io.keylift.bulkimport.dependents.RowParts.Section;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.engine.spi.SessionImplementor;

/** Rows that an undo leaves for another one, compressed, in the form in which {@link RemovedRows} keeps them. */
public final class LeftRows {

    private final Map<Head, RowParts> rows = new LinkedHashMap<>();

    void add(Head head, long line, Object[]... values) {
        of(head).add(head, line, values);
    }

    private RowParts of(Head head) {
        return rows.computeIfAbsent(head, any -> new RowParts());
    }

    /** Moves the rows of the others here. They cannot be used afterwards. */
    public void add(LeftRows others) {
        others.rows.forEach((head, some) -> of(head).append(some.finish()));
        others.rows.clear();
    }

    /**
     * Adds the rows of objects that are not restored.
     *
     * @param parts the parts that {@link RemovedRows} has kept; can be read any number of times
     * @param away lines of the records that removed these objects
     * @param back lines of the objects that were restored, with all objects that they include
     */
    public void add(Iterable<byte[]> parts, Set<Long> away, Set<Long> back) {
        StoredRows stored = new StoredRows(parts);
        try {
            stored.visit((head, line, values) -> {
                if (head.section() == Section.LINES
                        || stored.owner(back, line) == null && stored.owner(away, line) != null) {
                    add(head, line, values);
                }
                return true;
            });
        } catch (SQLException e) {
            throw new IllegalStateException("No statement is executed", e);
        }
    }

    /** All rows, parents first, in parts. */
    public List<byte[]> finish(EntityManager em) {
        if (rows.keySet().stream().allMatch(head -> head.section() == Section.LINES)) {
            return List.of();
        }
        SessionImplementor session = em.unwrap(SessionImplementor.class);
        return session.doReturningWork(connection -> finish(session, connection));
    }

    private List<byte[]> finish(SessionImplementor session, Connection connection) throws SQLException {
        Jdbc jdbc = new Jdbc(session.getFactory(), connection);
        Map<String, Integer> ranks = new HashMap<>();
        for (Head head : rows.keySet()) {
            Table table = jdbc.table(head.table());
            ranks.put(head.table(), table == null ? 0 : jdbc.rank(table));
        }
        List<Head> heads = new ArrayList<>(rows.keySet());
        heads.sort(Comparator.comparing((Head head) -> head.section() != Section.LINES)
                .thenComparing(head -> head.section() != Section.OBJECT)
                .thenComparing(head -> ranks.get(head.table())));
        RowParts all = new RowParts();
        heads.forEach(head -> all.append(rows.get(head).finish()));
        return all.finish();
    }
}
