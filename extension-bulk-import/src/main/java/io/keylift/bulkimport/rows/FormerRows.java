// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Rows that a transaction inserts again. An entity with the values of such a row gets its id, and one with its id gets
 * its time of the last change. Without that, each of these rows would be written twice: with values of its own, and
 * then with the former ones.
 */
public final class FormerRows {

    /** Column of the primary key. */
    public static final String ID = "ID";

    private static final String LAST_CHANGE = "LAST_MODIFIED_TIMESTAMP";

    private final Map<String, Rows> byTable = new HashMap<>();

    /** Rows of a table. */
    private static final class Rows {

        private final List<String> columns;
        private final List<Object[]> all = new ArrayList<>();
        private final Map<Object, Object[]> byId = new HashMap<>();

        Rows(List<String> columns) {
            this.columns = columns;
        }

        /** The ids of the rows by their values in some columns. */
        Map<List<Object>, Deque<String>> idsByValues(List<String> some) {
            int id = columns.indexOf(ID);
            int[] places = some.stream().mapToInt(columns::indexOf).toArray();
            Map<List<Object>, Deque<String>> ids = new HashMap<>();
            for (Object[] row : all) {
                List<Object> values = new ArrayList<>(places.length);
                for (int place : places) {
                    values.add(row[place]);
                }
                ids.computeIfAbsent(values, any -> new ArrayDeque<>(1)).add((String) row[id]);
            }
            return ids;
        }
    }

    public void clear() {
        byTable.clear();
    }

    /**
     * Adds a row of a table whose primary key is the column {@code ID}.
     *
     * @param table name in capitals
     * @param columns names in capitals
     * @param values texts, {@link Long}, {@link Boolean} and {@code null}
     */
    public void add(String table, List<String> columns, Object[] values) {
        Rows rows = byTable.computeIfAbsent(table, any -> new Rows(columns));
        rows.all.add(values);
        rows.byId.put(values[rows.columns.indexOf(ID)], values);
    }

    /** Prepares new entities of one type, before they are inserted. */
    public void give(EntityManager em, List<?> entities) {
        if (entities.isEmpty() || byTable.isEmpty()) {
            return;
        }
        SessionImplementor session = em.unwrap(SessionImplementor.class);
        EntityPersister entity = session.getEntityPersister(null, entities.get(0));
        String table = entity.getIdentifierTableDetails().getTableName();
        Rows rows = byTable.get(table.substring(table.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT));
        Optional<ArrayInsert> insert = rows == null ? Optional.empty() : ArrayInsert.of(entity);
        if (insert.isEmpty() || !rows.columns.containsAll(insert.get().columns())) {
            return;
        }
        Map<List<Object>, Deque<String>> ids = rows.idsByValues(insert.get().columns());
        AttributeMapping lastChange = insert.get().attribute(LAST_CHANGE);
        for (Object each : entities) {
            Object[] former = rows.byId.get(entity.getIdentifier(each, session));
            if (former == null) {
                Deque<String> same = ids.get(normal(insert.get().values(each, session)));
                if (same != null && !same.isEmpty()) {
                    entity.setIdentifier(each, same.poll(), session);
                }
            } else if (lastChange != null) {
                lastChange.setValue(each, former[rows.columns.indexOf(LAST_CHANGE)]);
            }
        }
    }

    private static List<Object> normal(List<Object> values) {
        values.replaceAll(value -> {
            if (value instanceof Number number) {
                return number.longValue();
            }
            return value instanceof byte[] bytes ? Base64.getEncoder().encodeToString(bytes) : value;
        });
        return values;
    }
}
