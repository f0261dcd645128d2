// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.JobLedger.NameWatch;
import io.keylift.bulkimport.job.JobSpec;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.hibernate.Session;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * Names that no constraint keeps unique, between chunks of different jobs of one kind in one realm.
 *
 * <p>A chunk takes its names at its end, one chunk after the other: it reads what others have taken since it began, and is not committed if
 * that is among its own. So nobody waits for longer than a commit lasts, however many names a chunk has.
 *
 * <p>A job that is alone does none of this, and finds that out in each chunk. It cannot be wrong: every chunk shares a gate with all others,
 * and a job that begins passes it alone once, so that no chunk is at work any more that did not see that job. Gate and turn are advisory locks
 * of PostgreSQL; elsewhere nothing is watched.
 */
final class TakenNames {

    private static final NameWatch NOTHING = () -> true;
    private static final int GATE = -1;
    private static final int TURN = -2;

    /** At a thousand names a chunk, 8 kB each, what a job leaves is 4 MB at most. */
    private static final int FORGET_EVERY = 512;

    private final EntityManager em;
    private final boolean supported;

    TakenNames(EntityManager em) {
        this.em = em;
        supported = em.unwrap(SessionImplementor.class).getJdbcServices().getDialect() instanceof PostgreSQLDialect;
    }

    /** Waits until no chunk is at work that has begun before, and forgets what is then of no use to any. */
    void begin(JobSpec job) {
        if (supported) {
            lock("pg_advisory_xact_lock", job, GATE);
            em.createQuery("delete from KeyliftNamesEntity n where n.realmId = :realmId and n.kind = :kind")
                    .setParameter("realmId", job.realmId())
                    .setParameter("kind", job.kind())
                    .executeUpdate();
        }
    }

    /** From the beginning of a chunk on. One of many has the gate for itself, so that what was left of names can go. */
    NameWatch watch(String uid, JobSpec job, int chunk, Set<String> names, long staleBefore) {
        if (!supported || names.isEmpty()) {
            return NOTHING;
        }
        if (chunk % FORGET_EVERY == 0) {
            begin(job);
        } else {
            lock("pg_advisory_xact_lock_shared", job, GATE);
        }
        if (!hasOthers(uid, job, staleBefore)) {
            return NOTHING;
        }
        long since = last(job);
        return () -> take(uid, job, NameHashes.of(names), since);
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

    private boolean take(String uid, JobSpec job, NameHashes names, long since) {
        lock("pg_advisory_xact_lock", job, TURN);
        if (takenByOthers(uid, job, since).stream().anyMatch(names::hasAnyOf)) {
            return false;
        }
        KeyliftNamesEntity taken = new KeyliftNamesEntity(job.realmId(), job.kind(), last(job) + 1, uid, names.bytes());
        em.persist(taken);
        em.flush();
        em.detach(taken);
        return true;
    }

    private long last(JobSpec job) {
        return em.createQuery(
                        "select coalesce(max(n.seq), 0L) from KeyliftNamesEntity n "
                                + "where n.realmId = :realmId and n.kind = :kind",
                        Long.class)
                .setParameter("realmId", job.realmId())
                .setParameter("kind", job.kind())
                .getSingleResult();
    }

    private List<byte[]> takenByOthers(String uid, JobSpec job, long since) {
        return em.createQuery(
                        "select n.hashes from KeyliftNamesEntity n where n.realmId = :realmId and n.kind = :kind "
                                + "and n.seq > :since and n.jobUid <> :uid",
                        byte[].class)
                .setParameter("realmId", job.realmId())
                .setParameter("kind", job.kind())
                .setParameter("since", since)
                .setParameter("uid", uid)
                .getResultList();
    }

    private void lock(String function, JobSpec job, int key) {
        int space = ("keylift " + job.realmId() + " " + job.kind()).hashCode();
        em.unwrap(Session.class).doWork(connection -> lock(connection, function, space, key));
    }

    private static void lock(Connection connection, String function, int space, int key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select " + function + "(?, ?)")) {
            statement.setInt(1, space);
            statement.setInt(2, key);
            statement.execute();
        }
    }
}
