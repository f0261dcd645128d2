// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.Query;
import jakarta.persistence.TypedQuery;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.Session;
import org.hibernate.jpa.SpecHints;

/**
 * Queries for a whole list of values at once, written with {@code column in (:values)}. A query without values is not
 * executed, and no query flushes. Other parameters may be lists of a few thousand strings at most, written in the same
 * way.
 */
public final class Queries {

    private static final String CUSTOM_PLANS = "SET LOCAL plan_cache_mode TO force_custom_plan";
    private static final String INDEXES = ";SET LOCAL enable_seqscan TO off";

    private final EntityManager em;
    private final ListParameter list;

    public Queries(EntityManager em) {
        this.em = em;
        list = new ListParameter(em);
    }

    /** Whether the database is PostgreSQL, for which there are faster queries. */
    public boolean isPostgreSql() {
        return list.isArray();
    }

    /**
     * Begins a transaction that only reads, like {@link Isolation#snapshot}, and makes PostgreSQL plan every statement
     * of it again. The connection may have kept a plan from a time when a table was almost empty. After the table has
     * grown, that plan would read the whole table for each of a hundred thousand values.
     */
    public void beginSnapshot() {
        set(Isolation.SNAPSHOT + ";" + CUSTOM_PLANS);
    }

    /**
     * Makes PostgreSQL plan every statement of this transaction again, and look up by indexes, even in a table that
     * grows while the transaction lasts or has just grown. Its statistics of such a table are outdated, so it would
     * read the whole table for each list of keys, and compare each row with each key.
     */
    public void expectGrowth() {
        set(CUSTOM_PLANS + INDEXES);
    }

    private void set(String settings) {
        if (isPostgreSql()) {
            em.unwrap(Session.class).doWork(connection -> {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(settings);
                }
            });
        }
    }

    /** Rows of a realm by a key of one column. */
    public List<Object[]> select(LookupKey key, String realmId, Collection<String> values) {
        return select(key, List.of(values), Map.of("realm", realmId));
    }

    /** Rows by a key of several columns; each tuple has a value for each column, in the key's order. */
    public List<Object[]> selectTuples(LookupKey key, Collection<List<String>> tuples, Map<String, ?> parameters) {
        List<List<String>> columns = new ArrayList<>();
        for (int i = 0; i < key.parameters().size(); i++) {
            int column = i;
            columns.add(tuples.stream().map(tuple -> tuple.get(column)).toList());
        }
        return select(key, columns, parameters);
    }

    @SuppressWarnings("unchecked") // a native query of several columns gives arrays
    private List<Object[]> select(
            LookupKey key, List<? extends Collection<String>> columns, Map<String, ?> parameters) {
        if (columns.get(0).isEmpty()) {
            return List.of();
        }
        List<String> names = key.parameters();
        if (!list.isArray()) {
            Map<String, Object> all = new HashMap<>(parameters);
            for (int i = 1; i < columns.size(); i++) {
                all.put(names.get(i), Set.copyOf(columns.get(i)));
            }
            return select(key.jpql(), Set.copyOf(columns.get(0)), all);
        }
        Query query =
                WholeResult.of(em.createNativeQuery(key.sql(), Object[].class)).setFlushMode(FlushModeType.COMMIT);
        for (int i = 0; i < columns.size(); i++) {
            query.setParameter(names.get(i), ListParameter.array(columns.get(i)));
        }
        parameters.forEach(query::setParameter);
        return query.getResultList();
    }

    /** Projections of a query over {@code :values} and other parameters. */
    public List<Object[]> select(String jpql, Collection<String> values, Map<String, ?> parameters) {
        return list(jpql, Object[].class, values, parameters);
    }

    /**
     * Rows of several tables that belong to these owners: on PostgreSQL in one statement, which is one round trip.
     *
     * @return the rows of each table, in its order; a row has the owner, and then the columns of the table
     */
    public List<List<Object[]>> owned(List<OwnedTable> tables, Collection<String> owners) {
        return new OwnedRows(em, tables).of(owners);
    }

    /**
     * Strings that belong to each of the values.
     *
     * @param gathered native query for PostgreSQL that selects a value and, in a second column, all its strings with
     *     blanks between: takes an eighth of the time of as many rows
     * @param single portable query that selects a value and one of its strings
     */
    @SuppressWarnings("unchecked") // a native query of several columns gives arrays
    public Map<String, List<String>> gather(
            String gathered, String single, Collection<String> values, Map<String, ?> parameters) {
        Map<String, List<String>> texts = new HashMap<>();
        if (!list.isArray()) {
            select(single, values, parameters)
                    .forEach(row -> texts.computeIfAbsent((String) row[0], value -> new ArrayList<>())
                            .add((String) row[1]));
            return texts;
        }
        for (Object slice : list.slices(values)) {
            Query query = WholeResult.of(em.createNativeQuery(list.sql(gathered), Object[].class));
            List<Object[]> rows = list.bind(query, slice, parameters).getResultList();
            rows.forEach(row -> texts.put((String) row[0], List.of(((String) row[1]).split(" "))));
        }
        return texts;
    }

    /**
     * The first rows of a query without a list of values.
     *
     * @param limit maximum number of rows
     */
    public List<Object[]> page(String jpql, Map<String, ?> parameters, int limit) {
        return page(em.createQuery(jpql, Object[].class), parameters, limit);
    }

    /** One page of the results of this query. */
    public static List<Object[]> page(TypedQuery<Object[]> query, Map<String, ?> parameters, int limit) {
        WholeResult.of(query).setFlushMode(FlushModeType.COMMIT).setMaxResults(limit);
        parameters.forEach(query::setParameter);
        return query.getResultList();
    }

    /** The number that a query without a list of values selects. */
    public long count(String jpql, Map<String, ?> parameters) {
        TypedQuery<Long> query = em.createQuery(jpql, Long.class).setFlushMode(FlushModeType.COMMIT);
        parameters.forEach(query::setParameter);
        return query.getSingleResult();
    }

    /** Results of such a query. */
    public <T> List<T> list(String jpql, Class<T> type, Collection<String> values, Map<String, ?> parameters) {
        List<T> rows = new ArrayList<>();
        for (Object slice : list.slices(values)) {
            rows.addAll(query(jpql, type, slice, parameters).getResultList());
        }
        return rows;
    }

    /** Whether such a query has a result. */
    public boolean any(String jpql, Collection<String> values, Map<String, ?> parameters) {
        for (Object slice : list.slices(values)) {
            if (!query(jpql, Object.class, slice, parameters)
                    .setMaxResults(1)
                    .getResultList()
                    .isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Entities that such a query selects, locked until the transaction ends, in the order of the query. */
    public <T> List<T> lock(String jpql, Class<T> type, Collection<String> values, Map<String, ?> parameters) {
        return lock(jpql, type, LockModeType.PESSIMISTIC_WRITE, values, parameters, Map.of());
    }

    /** Entities that such a query selects, without the associations that they load eagerly. */
    public <T> List<T> bare(String jpql, Class<T> type, Collection<String> values) {
        return bare(jpql, type, LockModeType.NONE, values);
    }

    /** Like {@link #lock}, without the associations that the entities load eagerly. */
    public <T> List<T> lockBare(String jpql, Class<T> type, Collection<String> values) {
        return bare(jpql, type, LockModeType.PESSIMISTIC_WRITE, values);
    }

    private <T> List<T> bare(String jpql, Class<T> type, LockModeType mode, Collection<String> values) {
        return lock(
                jpql,
                type,
                mode,
                values,
                Map.of(),
                Map.of(SpecHints.HINT_SPEC_FETCH_GRAPH, em.createEntityGraph(type)));
    }

    /** Like {@link #lock}, without waiting: a row that another transaction has locked is a contention error. */
    public <T> List<T> lockNow(String jpql, Class<T> type, Collection<String> values, Map<String, ?> parameters) {
        return lock(
                jpql,
                type,
                LockModeType.PESSIMISTIC_WRITE,
                values,
                parameters,
                Map.of(SpecHints.HINT_SPEC_LOCK_TIMEOUT, 0));
    }

    /** Like {@link #lock}, with a shared lock: other transactions read and share the rows, but cannot change them. */
    public <T> List<T> share(String jpql, Class<T> type, Collection<String> values, Map<String, ?> parameters) {
        return lock(jpql, type, LockModeType.PESSIMISTIC_READ, values, parameters, Map.of());
    }

    private <T> List<T> lock(
            String jpql,
            Class<T> type,
            LockModeType mode,
            Collection<String> values,
            Map<String, ?> parameters,
            Map<String, ?> hints) {
        List<T> rows = new ArrayList<>();
        for (Object slice : list.slices(values)) {
            TypedQuery<T> query = query(jpql, type, slice, parameters).setLockMode(mode);
            hints.forEach(query::setHint);
            rows.addAll(query.getResultList());
        }
        return rows;
    }

    private <T> TypedQuery<T> query(String jpql, Class<T> type, Object slice, Map<String, ?> parameters) {
        return list.bind(WholeResult.of(em.createQuery(list.jpql(jpql), type)), slice, parameters);
    }

    /**
     * Executes an update or delete that is written in the same way, bypassing the persistence context; returns the
     * number of rows.
     */
    public int execute(String jpql, Collection<String> values) {
        return execute(jpql, values, Map.of());
    }

    /** Executes such an update or delete with other parameters. */
    public int execute(String jpql, Collection<String> values, Map<String, ?> parameters) {
        int rows = 0;
        for (Object slice : list.slices(values)) {
            rows += list.bind(em.createQuery(list.jpql(jpql)), slice, parameters)
                    .executeUpdate();
        }
        return rows;
    }

    /** Deletes by a column of a table that has no entity. */
    public void deleteFrom(String table, String column, Collection<String> values) {
        String sql = list.sql("delete from {h-schema}" + table + " where " + column + " in (:values)");
        for (Object slice : list.slices(values)) {
            list.bind(em.createNativeQuery(sql), slice, Map.of()).executeUpdate();
        }
    }

    /**
     * Deletes from tables by their names, on PostgreSQL in one statement.
     *
     * @param deletions for each table its name and a condition over {@code :values}, as in
     *     {@code USER_ATTRIBUTE where USER_ID in (:values)}; tables that refer to others come before these
     * @return number of rows of the last table
     */
    public int deleteFrom(List<String> deletions, Collection<String> values) {
        int last = deletions.size() - 1;
        int rows = 0;
        for (Object slice : list.slices(values)) {
            if (list.isArray()) {
                rows += delete(
                        list.sharing(deletions.stream().map(Queries::delete).toList()), slice);
                continue;
            }
            for (int i = 0; i <= last; i++) {
                int deleted = delete(delete(deletions.get(i)), slice);
                rows += i == last ? deleted : 0;
            }
        }
        return rows;
    }

    private static String delete(String deletion) {
        return "delete from {h-schema}" + deletion;
    }

    private int delete(String sql, Object slice) {
        return list.bind(em.createNativeQuery(sql), slice, Map.of()).executeUpdate();
    }
}
