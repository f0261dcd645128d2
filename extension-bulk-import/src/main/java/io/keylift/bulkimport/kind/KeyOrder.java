// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.RecordSource.Position;
import io.keylift.bulkimport.kind.spi.SelectionException;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.request.WholeNumbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads objects in the order of a unique key of one or two columns. Each page begins at its place in the index of the
 * key, so that it takes the same time wherever it is. The database alone compares keys: its order depends on its
 * collation.
 */
public final class KeyOrder {

    /** Of a key of two columns: the length of the first value, this, and both values. */
    private static final char SEPARATOR = ':';

    private final String select;
    private final String from;
    private final List<String> conditions = new ArrayList<>();
    private final Map<String, Object> parameters = new HashMap<>();
    private final List<String> key;

    private KeyOrder(String select, String from, List<String> key) {
        this.select = select;
        this.from = from;
        this.key = key;
    }

    /**
     * @param id what identifies an object, in JPQL
     * @param from entities, in JPQL, without conditions
     * @param key one or two columns that are unique together
     */
    public static KeyOrder of(String id, String from, String... key) {
        return new KeyOrder(id, from, List.of(key));
    }

    /** Adds a condition in JPQL. */
    public KeyOrder where(String condition) {
        conditions.add(condition);
        return this;
    }

    /** Adds a condition in JPQL with a parameter. */
    public KeyOrder where(String condition, String parameter, Object value) {
        parameters.put(parameter, value);
        return where(condition);
    }

    /** See {@link io.keylift.bulkimport.kind.spi.RecordSource#positions}. */
    public List<Position> page(ExportContext context, String after, int limit) {
        List<String> all = new ArrayList<>(conditions);
        Map<String, Object> values = new HashMap<>(parameters);
        String columns = String.join(", ", key);
        if (after != null && key.size() == 1) {
            all.add(columns + " > :after");
            values.put("after", after);
        } else if (after != null) {
            all.add("(" + columns + ") > (:after, :afterSecond)");
            int begin = after.indexOf(SEPARATOR) + 1;
            int end = begin + length(after, begin);
            values.put("after", after.substring(begin, end));
            values.put("afterSecond", after.substring(end));
        }
        String jpql = "select " + select + ", " + columns + " from " + from + " where " + String.join(" and ", all)
                + " order by " + columns;
        return new Queries(context.entityManager())
                .page(jpql, values, limit).stream().map(KeyOrder::position).toList();
    }

    private static int length(String after, int begin) {
        return (int) WholeNumbers.parse(after.substring(0, Math.max(0, begin - 1)), 0, after.length() - begin)
                .orElseThrow(() -> new SelectionException(
                        "Query parameter `after` is not a position that an export of this kind has given"));
    }

    private static Position position(Object[] row) {
        String first = (String) row[1];
        return new Position(
                (String) row[0], row.length == 2 ? first : first.length() + "" + SEPARATOR + first + row[2]);
    }
}
