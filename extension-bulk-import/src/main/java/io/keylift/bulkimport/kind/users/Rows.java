// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Queries for a whole list of values at once. A query for no values costs nothing, none of them flushes. */
final class Rows {

    /** Below the number of parameters that PostgreSQL and its driver take in one statement. */
    private static final int MAX_PARAMETERS = 30_000;

    private final EntityManager em;

    Rows(EntityManager em) {
        this.em = em;
    }

    /** Projections of a query over {@code :values} and other parameters. */
    List<Object[]> select(String jpql, Collection<String> values, Map<String, ?> parameters) {
        return list(jpql, Object[].class, values, parameters);
    }

    <T> List<T> list(String jpql, Class<T> type, Collection<String> values, Map<String, ?> parameters) {
        if (values.isEmpty()) {
            return List.of();
        }
        List<String> all = List.copyOf(values);
        if (all.size() <= MAX_PARAMETERS) {
            return query(jpql, type, all, parameters).getResultList();
        }
        List<T> rows = new ArrayList<>();
        for (int from = 0; from < all.size(); from += MAX_PARAMETERS) {
            List<String> slice = all.subList(from, Math.min(from + MAX_PARAMETERS, all.size()));
            rows.addAll(query(jpql, type, slice, parameters).getResultList());
        }
        return rows;
    }

    private <T> TypedQuery<T> query(String jpql, Class<T> type, List<String> values, Map<String, ?> parameters) {
        TypedQuery<T> query =
                em.createQuery(jpql, type).setParameter("values", values).setFlushMode(FlushModeType.COMMIT);
        parameters.forEach(query::setParameter);
        return query;
    }
}
