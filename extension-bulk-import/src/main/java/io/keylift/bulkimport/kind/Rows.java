// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.hibernate.Session;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/**
 * Queries for a whole list of values at once, written with {@code column in (:values)}. A query for no values costs
 * nothing, none of them flushes.
 *
 * <p>On PostgreSQL the list becomes one array whose length its planner cannot see. Seeing a thousand values it would
 * rather scan a table of half a million users than look each up in the index, which is ten times as fast; and one
 * parameter is prepared once, where a list of a new length is a new statement.
 */
public final class Rows {

    /** Below the number of parameters that databases and drivers take in one statement. */
    private static final int MAX_PARAMETERS = 30_000;

    private static final Pattern IN_VALUES = Pattern.compile("(\\S+) in \\(:values\\)");
    private static final String ANY_VALUE = "cast(sql('? = any(array(select unnest(?)))', $1, :values) as Boolean)";

    private final EntityManager em;
    private final boolean arrays;

    public Rows(EntityManager em) {
        this.em = em;
        arrays = em.unwrap(Session.class)
                        .getFactory()
                        .unwrap(SessionFactoryImplementor.class)
                        .getJdbcServices()
                        .getDialect()
                instanceof PostgreSQLDialect;
    }

    /** Rows of a realm by a column that is unique in it. */
    @SuppressWarnings("unchecked") // a native query of several columns gives arrays
    public List<Object[]> select(RealmKey key, String realmId, Collection<String> values) {
        if (values.isEmpty()) {
            return List.of();
        }
        if (!arrays) {
            return select(key.jpql(), values, Map.of("realm", realmId));
        }
        return em.createNativeQuery(key.sql(), Object[].class)
                .setParameter("values", array(values))
                .setParameter("realm", realmId)
                .setFlushMode(FlushModeType.COMMIT)
                .getResultList();
    }

    /** Projections of a query over {@code :values} and other parameters. */
    public List<Object[]> select(String jpql, Collection<String> values, Map<String, ?> parameters) {
        return list(jpql, Object[].class, values, parameters);
    }

    /** What such a query selects. */
    public <T> List<T> list(String jpql, Class<T> type, Collection<String> values, Map<String, ?> parameters) {
        if (values.isEmpty()) {
            return List.of();
        }
        if (arrays) {
            return query(IN_VALUES.matcher(jpql).replaceFirst(ANY_VALUE), type, parameters)
                    .setParameter("values", array(values))
                    .getResultList();
        }
        List<T> rows = new ArrayList<>();
        List<String> all = List.copyOf(values);
        for (int from = 0; from < all.size(); from += MAX_PARAMETERS) {
            List<String> slice = all.subList(from, Math.min(from + MAX_PARAMETERS, all.size()));
            rows.addAll(
                    query(jpql, type, parameters).setParameter("values", slice).getResultList());
        }
        return rows;
    }

    private <T> TypedQuery<T> query(String jpql, Class<T> type, Map<String, ?> parameters) {
        TypedQuery<T> query = em.createQuery(jpql, type).setFlushMode(FlushModeType.COMMIT);
        parameters.forEach(query::setParameter);
        return query;
    }

    private static Object array(Collection<String> values) {
        return values.toArray(new String[0]);
    }
}
