// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.JobLedger.KeyWatch;
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
 * Keeps keys unique that no database constraint protects, between chunks of different jobs of one kind in one realm.
 *
 * <p>This is optimistic concurrency control with backward validation. A chunk takes its keys as its last step, one
 * chunk at a time: it reads the keys that other jobs have committed since it began, and is rolled back if one of them
 * is its own. A chunk therefore waits for a commit at most, however many keys it has.
 *
 * <p>A job that runs alone skips all of this. Each chunk finds out whether other jobs exist while it shares a gate with
 * all chunks; a new job passes the gate exclusively once, so it starts only after every chunk that did not know of it
 * has ended. Gate and turn are advisory locks of PostgreSQL transactions; other databases have no such locks, and no
 * keys are checked there.
 */
final class TakenKeys {

    private static final KeyWatch NOTHING = () -> true;
    private static final int GATE = -1;
    private static final int TURN = -2;

    /** With 1,000 keys (8 kB) per chunk, the rows of a job use 4 MB at most. */
    private static final int FORGET_EVERY = 512;

    private final EntityManager em;
    private final boolean supported;

    TakenKeys(EntityManager em) {
        this.em = em;
        supported = em.unwrap(SessionImplementor.class).getJdbcServices().getDialect() instanceof PostgreSQLDialect;
    }

    /** Waits for all chunks that are being written, then deletes the noted keys: no later chunk needs them. */
    void begin(JobSpec job) {
        if (supported) {
            lock("pg_advisory_xact_lock", job, GATE);
            em.createQuery("delete from KeyliftChunkKeysEntity k where k.realmId = :realmId and k.kind = :kind")
                    .setParameter("realmId", job.realmId())
                    .setParameter("kind", job.kind())
                    .executeUpdate();
        }
    }

    /** Called at the beginning of a chunk. Every 512th chunk passes the gate exclusively, to delete noted keys. */
    KeyWatch watch(String uid, JobSpec job, int chunk, Set<String> keys, long staleBefore) {
        if (!supported || keys.isEmpty()) {
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
        return () -> take(uid, job, KeyHashes.of(keys), since);
    }

    private boolean hasOthers(String uid, JobSpec job, long staleBefore) {
        PresentStatus live = PresentStatus.where(status -> !status.isEnded(), staleBefore);
        return !live.bind(em.createQuery(
                        "select j.uid from KeyliftJobEntity j where j.spec.realmId = :realmId "
                                + "and j.spec.kind in (:kind, :realm) "
                                + "and j.spec.options.dryRun = false and j.spec.operation in (:operations) "
                                + "and j.uid <> :uid and "
                                + live.hql(),
                        String.class))
                .setParameter("realmId", job.realmId())
                .setParameter("kind", job.kind())
                .setParameter("realm", JobSpec.REALM)
                .setParameter("operations", job.operation().alike())
                .setParameter("uid", uid)
                .setMaxResults(1)
                .getResultList()
                .isEmpty();
    }

    private boolean take(String uid, JobSpec job, KeyHashes keys, long since) {
        lock("pg_advisory_xact_lock", job, TURN);
        if (takenByOthers(uid, job, since).stream().anyMatch(keys::hasAnyOf)) {
            return false;
        }
        KeyliftChunkKeysEntity taken =
                new KeyliftChunkKeysEntity(job.realmId(), job.kind(), last(job) + 1, uid, keys.bytes());
        em.persist(taken);
        em.flush();
        em.detach(taken);
        return true;
    }

    private long last(JobSpec job) {
        return em.createQuery(
                        "select coalesce(max(k.seq), 0L) from KeyliftChunkKeysEntity k "
                                + "where k.realmId = :realmId and k.kind = :kind",
                        Long.class)
                .setParameter("realmId", job.realmId())
                .setParameter("kind", job.kind())
                .getSingleResult();
    }

    private List<byte[]> takenByOthers(String uid, JobSpec job, long since) {
        return em.createQuery(
                        "select k.hashes from KeyliftChunkKeysEntity k where k.realmId = :realmId and k.kind = :kind "
                                + "and k.seq > :since and k.jobUid <> :uid",
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
