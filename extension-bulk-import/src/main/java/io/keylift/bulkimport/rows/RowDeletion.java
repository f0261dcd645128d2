// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.Map;

/**
 * Deletion by a whole list of values at once, past the persistence context. One for no values costs nothing, none of
 * them flushes.
 */
public final class RowDeletion {

    private final EntityManager em;
    private final ListParameter list;

    public RowDeletion(EntityManager em) {
        this.em = em;
        list = new ListParameter(em);
    }

    /** Carries out a {@code delete} in JPQL over {@code column in (:values)}; answers how many rows it took. */
    public int delete(String jpql, Collection<String> values) {
        return delete(jpql, values, Map.of());
    }

    /** The same with other parameters. */
    public int delete(String jpql, Collection<String> values, Map<String, ?> parameters) {
        int deleted = 0;
        for (Object slice : list.slices(values)) {
            deleted += list.bind(em.createQuery(list.jpql(jpql)), slice, parameters)
                    .executeUpdate();
        }
        return deleted;
    }

    /** Deletes by a column of a table that is no entity's own. */
    public int deleteFrom(String table, String column, Collection<String> values) {
        String sql = list.sql("delete from {h-schema}" + table + " where " + column + " in (:values)");
        int deleted = 0;
        for (Object slice : list.slices(values)) {
            deleted += list.bind(em.createNativeQuery(sql), slice, Map.of()).executeUpdate();
        }
        return deleted;
    }
}
