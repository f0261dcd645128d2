// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.Map;

/**
 * Deletes rows by a whole list of values at once, bypassing the persistence context. A deletion without values is not
 * executed, and none flushes.
 */
public final class RowDeletion {

    private final EntityManager em;
    private final ListParameter list;

    public RowDeletion(EntityManager em) {
        this.em = em;
        list = new ListParameter(em);
    }

    /** Executes a {@code delete} in JPQL with {@code column in (:values)}; returns the number of deleted rows. */
    public int delete(String jpql, Collection<String> values) {
        return delete(jpql, values, Map.of());
    }

    /** Deletes with further parameters. */
    public int delete(String jpql, Collection<String> values, Map<String, ?> parameters) {
        int deleted = 0;
        for (Object slice : list.slices(values)) {
            deleted += list.bind(em.createQuery(list.jpql(jpql)), slice, parameters)
                    .executeUpdate();
        }
        return deleted;
    }

    /** Deletes by a column of a table that has no entity. */
    public int deleteFrom(String table, String column, Collection<String> values) {
        String sql = list.sql("delete from {h-schema}" + table + " where " + column + " in (:values)");
        int deleted = 0;
        for (Object slice : list.slices(values)) {
            deleted += list.bind(em.createNativeQuery(sql), slice, Map.of()).executeUpdate();
        }
        return deleted;
    }
}
