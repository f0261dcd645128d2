// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.JobSpec;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.SortedMap;
import org.hibernate.Session;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * PostgreSQL's advisory locks on names that no constraint keeps unique, for jobs of one kind in one realm, until the transaction ends.
 *
 * <p>A job that is alone needs none, and finds that out in each chunk. It cannot be wrong: every chunk shares a gate with all others, and a
 * job that begins passes it alone once, so that no chunk is at work any more that did not see that job.
 */
final class NameLocks {

    private static final int GATE = -1;

    /** In the order of the slots, so that two chunks never wait for each other. */
    private static final String SLOTS = "select case when t.alone then pg_advisory_xact_lock(?, t.slot)"
            + " else pg_advisory_xact_lock_shared(?, t.slot) end from unnest(?, ?) as t(slot, alone)";

    private final EntityManager em;
    private final boolean supported;

    NameLocks(EntityManager em) {
        this.em = em;
        supported = em.unwrap(SessionImplementor.class).getJdbcServices().getDialect() instanceof PostgreSQLDialect;
    }

    /** Waits until no chunk is at work that began before this job. */
    void begin(JobSpec job) {
        if (supported) {
            em.unwrap(Session.class).doWork(connection -> gate(connection, "pg_advisory_xact_lock", space(job)));
        }
    }

    /** Locks slots, each alone or with others, unless there is no other job. */
    void lock(String uid, JobSpec job, SortedMap<Integer, Boolean> slots, long staleBefore) {
        if (!supported || slots.isEmpty()) {
            return;
        }
        Session session = em.unwrap(Session.class);
        session.doWork(connection -> gate(connection, "pg_advisory_xact_lock_shared", space(job)));
        if (hasOthers(uid, job, staleBefore)) {
            session.doWork(connection -> lock(connection, space(job), slots));
        }
    }

    private boolean hasOthers(String uid, JobSpec job, long staleBefore) {
        PresentStatus live = PresentStatus.where(status -> !status.isEnded(), staleBefore);
        return !live.bind(em.createQuery(
                        "select j.uid from KeyliftJobEntity j where j.realmId = :realmId and j.kind = :kind "
                                + "and j.dryRun = false and j.operation = :operation and j.uid <> :uid and "
                                + live.hql(),
                        String.class))
                .setParameter("realmId", job.realmId())
                .setParameter("kind", job.kind())
                .setParameter("operation", job.operation())
                .setParameter("uid", uid)
                .setMaxResults(1)
                .getResultList()
                .isEmpty();
    }

    private static int space(JobSpec job) {
        return ("keylift " + job.realmId() + " " + job.kind()).hashCode();
    }

    private static void gate(Connection connection, String function, int space) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select " + function + "(?, ?)")) {
            statement.setInt(1, space);
            statement.setInt(2, GATE);
            statement.execute();
        }
    }

    private static void lock(Connection connection, int space, SortedMap<Integer, Boolean> slots) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SLOTS)) {
            statement.setInt(1, space);
            statement.setInt(2, space);
            statement.setArray(
                    3, connection.createArrayOf("int4", slots.keySet().toArray()));
            statement.setArray(
                    4, connection.createArrayOf("bool", slots.values().toArray()));
            statement.execute();
        }
    }
}
