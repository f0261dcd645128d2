// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.query.NativeQuery;

/**
 * Locks rows of Keycloak's tables until the transaction ends, without loading entities, and in one order, so that two
 * transactions wait for each other instead of deadlocking. Shared locks and those of dependent rows are for PostgreSQL
 * only; on other databases, nothing is locked then.
 */
public final class RowLocks {

    /** Below the number of parameters that databases and drivers accept in one statement. */
    private static final int MAX_IDS = 30_000;

    private final SharedSessionContractImplementor session;
    private final boolean supported;
    private final String schema;

    public RowLocks(EntityManager em) {
        this((SharedSessionContractImplementor) em.unwrap(SessionImplementor.class));
    }

    RowLocks(SharedSessionContractImplementor session) {
        this.session = session;
        supported = session.getJdbcServices().getDialect() instanceof PostgreSQLDialect;
        Identifier name = session.getFactory().getSqlStringGenerationContext().getDefaultSchema();
        schema = name == null ? "" : name.render(session.getJdbcServices().getDialect()) + ".";
    }

    /**
     * Locks the rows with these ids, which this transaction is about to remove. Waits for transactions that share the
     * rows or refer to them.
     */
    public void lock(String table, Collection<String> ids) {
        lock(table, ids, "update");
    }

    /**
     * Locks the rows with these ids, which this transaction is about to change. Other transactions can still refer to
     * them.
     */
    public void lockToChange(String table, Collection<String> ids) {
        lock(table, ids, "no key update");
    }

    private void lock(String table, Collection<String> ids, String strength) {
        if (supported) {
            lock(table, key(table), ids, null, key(table), strength);
            return;
        }
        List<String> inOrder = ids.stream().sorted().toList();
        for (int from = 0; from < inOrder.size(); from += MAX_IDS) {
            query("select " + key(table) + " from " + schema + table + " where " + key(table) + " in (:ids) order by "
                            + key(table) + " for update")
                    .setParameterList("ids", inOrder.subList(from, Math.min(from + MAX_IDS, inOrder.size())))
                    .getResultList();
        }
    }

    /**
     * Locks dependent rows of other rows that this transaction is about to remove.
     *
     * @param column column with one of these values
     * @return number of rows
     */
    public int lockOf(String table, String column, Collection<String> values) {
        return lock(table, column, values, null, key(table), "update").size();
    }

    private static String key(String table) {
        return table.equals("IDENTITY_PROVIDER") ? "INTERNAL_ID" : "ID";
    }

    /**
     * Locks rows to which this transaction refers: others can share them, but neither change nor remove them.
     *
     * @param column unique column with one of these values
     * @param realmId realm in which the values are unique; {@code null} if they are unique everywhere
     * @throws RuntimeException a {@link TransactionFailure#UNKNOWN} if a row no longer exists
     */
    public void share(String table, String column, Set<String> values, String realmId) {
        if (supported && lock(table, column, values, realmId, column, "share").size() < values.size()) {
            // A record that still names the missing row must not fail the other records.
            throw new RowsGoneException(table, TransactionFailure.UNKNOWN);
        }
    }

    /** Like {@link #share}, for rows that may not exist. Returns the ids of the existing rows. */
    Collection<String> shareIfThere(String table, Set<String> ids) {
        return lock(table, key(table), ids, null, key(table), "share");
    }

    private Collection<String> lock(
            String table, String column, Collection<String> values, String realmId, String order, String strength) {
        if (!supported || values.isEmpty()) {
            return Set.of();
        }
        // As in {@code Queries}, the planner must not see the number of values.
        NativeQuery<Object[]> query = query("select " + column + " from " + schema + table + " where " + column
                        + " = any(array(select unnest(cast(:values as varchar[]))))"
                        + (realmId == null ? "" : " and REALM_ID = :realm") + " order by " + order + " for "
                        + strength)
                .setParameter("values", ListParameter.array(values));
        if (realmId != null) {
            query.setParameter("realm", realmId);
        }
        return query.getResultList().stream().map(row -> (String) row[0]).toList();
    }

    /**
     * A query whose rows are arrays. With a class for the only column, Hibernate would not recognize the query when it
     * comes again: its cache of queries would fill with copies that it compares one by one.
     */
    private NativeQuery<Object[]> query(String sql) {
        return WholeResult.of(session.createNativeQuery(sql, Object[].class));
    }
}
