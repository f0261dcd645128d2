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

    /** @param ids ids of the objects */
    public ReferrerCounts(ReadContext context, Collection<String> ids) {
        this.rows = new Queries(context.entityManager());
        this.ids = ids;
    }

    /**
     * Counts the referrers of one sort, by one query.
     *
     * @param column id of the object to which a referrer refers, in JPQL
     * @param things the referrers: the text after {@code from}, in JPQL
     */
    public ReferrerCounts count(String column, String things) {
        String jpql = "select " + column + ", count(*) from " + things + " where " + column + " in (:values) group by "
                + column;
        rows.select(jpql, ids, Map.of())
                .forEach(row -> counts.computeIfAbsent((String) row[0], id -> new TreeMap<>())
                        .put(things + " by " + column, (Long) row[1]));
        return this;
    }

    /** Counts by sort of referrer, by id of the object; an object without referrers has no entry. */
    public Map<String, SortedMap<String, Long>> counts() {
        return counts;
    }
}
