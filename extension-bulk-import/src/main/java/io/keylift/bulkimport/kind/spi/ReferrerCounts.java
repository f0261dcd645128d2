// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts the referrers of objects, for {@link RecordSource#referrerCounts}. */
public final class ReferrerCounts {

    private final Queries rows;
    private final Collection<String> ids;
    private final Map<String, SortedMap<String, Long>> counts = new HashMap<>();

    public ReferrerCounts(ReadContext context, Collection<String> ids) {
        this.rows = new Queries(context.entityManager());
        this.ids = ids;
    }

    /**
     * Counts the things of one sort.
     *
     * @param column in JPQL, the id of the object on which a thing hangs
     * @param things in JPQL, what follows {@code from}
     */
    public ReferrerCounts count(String column, String things) {
        String jpql = "select " + column + ", count(*) from " + things + " where " + column + " in (:values) group by "
                + column;
        rows.select(jpql, ids, Map.of())
                .forEach(row -> counts.computeIfAbsent((String) row[0], id -> new TreeMap<>())
                        .put(things + " by " + column, (Long) row[1]));
        return this;
    }

    public Map<String, SortedMap<String, Long>> counts() {
        return counts;
    }
}
