// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.JobLedger.KeyWatch;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.OtherJobs;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Set;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * Keeps keys unique that no database constraint protects, between chunks of different jobs of one kind in one realm.
 *
 * <p>This is optimistic concurrency control with backward validation. A chunk takes its keys as its last step, one
 * chunk at a time: it reads the keys that other jobs have committed since it began, and is rolled back if one of them
 * is its own. A chunk therefore waits for a commit at most, however many keys it has.
 *
 * <p>A chunk whose job is alone skips all of this. That is safe because of a gate:
 *
 * <ul>
 *   <li>The row of a job is committed before its first chunk begins.
 *   <li>A chunk that finds no other job shares the gate until it ends, and asks again once it has the gate.
 *   <li>The first chunk of a run <em>passes</em> the gate: it waits until it could have the gate alone, and then gives
 *       it up. All chunks that asked before the job was there, and found no other job, have ended then. Chunks that
 *       share the gate later find the job.
 * </ul>
 *
 * <p>So a chunk that skips the validation is never in flight beside a chunk of another job. Chunks of jobs that know of
 * each other share no gate. A job that begins waits for none of them.
 *
 * <p>Noted keys are deleted when no chunk can still need them. A chunk in flight has a transaction id, which it had
 * before it read the last note that was committed. Each note has a horizon: the next transaction id at a time when all
 * notes before it were committed. A chunk whose id is not below the horizon has therefore seen those notes. When all
 * ids below the horizon belong to ended transactions, the notes before it are deleted. The last note stays, so that
 * their numbers rise.
 *
 * <p>Gate and turn are advisory locks of PostgreSQL transactions; other databases have no such locks, and no keys are
 * checked there.
 */
final class TakenKeys {

    private static final KeyWatch NOTHING = new KeyWatch() {
        @Override
        public boolean take() {
            return true;
        }

        @Override
        public boolean makesOthersWait() {
            return false;
        }
    };

    private final EntityManager em;
    private final boolean supported;

    TakenKeys(EntityManager em) {
        this.em = em;
        supported = em.unwrap(SessionImplementor.class).getJdbcServices().getDialect() instanceof PostgreSQLDialect;
    }

    /** Called at the beginning of a chunk, before it locks anything else. */
    KeyWatch watch(String uid, JobSpec job, OtherJobs others, Set<String> keys, long staleBefore) {
        if (!supported || keys.isEmpty()) {
            return NOTHING;
        }
        KeyLocks locks = locks(job);
        if (!others.areAware()) {
            locks.passGate();
            others.areAwareNow();
        }
        // A job that was alone a moment ago would ask in vain without the gate.
        if (others.areAbsent() || !hasOthers(uid, job, staleBefore)) {
            locks.shareGate();
            others.found(hasOthers(uid, job, staleBefore));
            if (others.areAbsent()) {
                return NOTHING;
            }
        }
        locks.beginTransactionId();
        long since = last(job);
        return () -> take(uid, job, KeyHashes.of(keys), since);
    }

    /**
     * Many jobs of the realm may have ended. The index on ends has those without an end in one place. The realm and the
     * status are within an expression, so that no index on them is used: a plan that was made for a few jobs might read
     * all of the realm, or all of such an index.
     */
    private boolean hasOthers(String uid, JobSpec job, long staleBefore) {
        PresentStatus live = PresentStatus.where(status -> !status.isEnded(), staleBefore);
        return !live.bind(em.createQuery(
                        "select j.uid from KeyliftJobEntity j where j.run.finishedAt is null "
                                + "and case when j.spec.realmId = :realmId and "
                                + live.hql()
                                + " then 1 else 0 end = 1 "
                                + "and j.spec.kind in (:kind, :realm) "
                                + "and j.spec.options.dryRun = false and j.spec.operation in "
                                + HqlConstants.list(job.operation().alike()) + " "
                                + "and j.uid <> :uid",
                        String.class))
                .setParameter("realmId", job.realmId())
                .setParameter("kind", job.kind())
                .setParameter("realm", JobSpec.REALM)
                .setParameter("uid", uid)
                .setMaxResults(1)
                .getResultList()
                .isEmpty();
    }

    private boolean take(String uid, JobSpec job, KeyHashes keys, long since) {
        KeyLocks locks = locks(job);
        locks.awaitTurn();
        long last = since;
        for (Note note : notes(uid, job, since)) {
            if (note.hashes() != null && keys.hasAnyOf(note.hashes())) {
                return false;
            }
            last = Math.max(last, note.seq());
        }
        KeyliftChunkKeysEntity taken = new KeyliftChunkKeysEntity(
                job.realmId(), job.kind(), last + 1, uid, keys.bytes(), locks.nextTransactionId());
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

    /**
     * Keys of a chunk.
     *
     * @param hashes {@code null} if they belong to the job that asks
     */
    private record Note(long seq, byte[] hashes) {}

    private List<Note> notes(String uid, JobSpec job, long since) {
        return em.createQuery(
                        "select k.seq, case when k.jobUid = :uid then null else k.hashes end "
                                + "from KeyliftChunkKeysEntity k where k.realmId = :realmId and k.kind = :kind "
                                + "and k.seq > :since",
                        Note.class)
                .setParameter("realmId", job.realmId())
                .setParameter("kind", job.kind())
                .setParameter("since", since)
                .setParameter("uid", uid)
                .getResultList();
    }

    /** Deletes the notes, of all realms and kinds, that no chunk in flight needs. */
    void forget() {
        if (supported) {
            em.createQuery("delete from KeyliftChunkKeysEntity k where k.seq < (select max(m.seq) "
                            + "from KeyliftChunkKeysEntity m where m.realmId = k.realmId and m.kind = k.kind "
                            + "and m.horizon <= :oldest)")
                    .setParameter("oldest", KeyLocks.oldestTransactionId(em))
                    .executeUpdate();
        }
    }

    private KeyLocks locks(JobSpec job) {
        return new KeyLocks(em, job);
    }
}
