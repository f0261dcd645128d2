// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.CommittedChunk;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobPart;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobState;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.ListedJobs;
import io.keylift.bulkimport.job.OtherJobs;
import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.seal.Seal;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** The ledger in Keycloak's database. Nothing that is read or written stays in the entity manager. */
public final class JpaJobLedger implements JobLedger {

    /** Uids in one statement, below the parameter limits of all databases. */
    private static final int MAX_UIDS = 500;

    private final EntityManager em;
    private final JobReader jobs;
    private final JobChanges changes;
    private final ChunkLedger chunks;
    private final DryRunKeys keys;
    private final ListedKeys listed;
    private final DeferredRecords deferred;
    private final UndoParts undo;
    private final HeartbeatLimit limit;
    private final RejectKeys rejectKeys;
    private final LongSupplier clock;

    /**
     * @param em entity manager of the transaction that this instance belongs to
     * @param heartbeatLimitMillis age of a heartbeat at which its node counts as dead
     * @param rejectKeys how the keys of rejected records are stored
     * @param seals encrypts records that a job stores until its end, by its internal id
     * @param lastingSeals encrypts records that stay stored after the end of a job, by its internal id; empty if
     *     this server has no key that outlives it
     */
    public JpaJobLedger(
            EntityManager em,
            long heartbeatLimitMillis,
            RejectKeys rejectKeys,
            Function<String, Seal> seals,
            Function<String, Optional<Seal>> lastingSeals) {
        this(em, heartbeatLimitMillis, rejectKeys, seals, lastingSeals, System::currentTimeMillis);
    }

    JpaJobLedger(
            EntityManager em,
            long heartbeatLimitMillis,
            RejectKeys rejectKeys,
            Function<String, Seal> seals,
            Function<String, Optional<Seal>> lastingSeals,
            LongSupplier clock) {
        this.em = em;
        this.limit = new HeartbeatLimit(heartbeatLimitMillis);
        this.chunks = new ChunkLedger(em);
        this.jobs = new JobReader(em, chunks);
        this.changes = new JobChanges(em, limit);
        this.keys = new DryRunKeys(em);
        this.listed = new ListedKeys(em);
        this.deferred = new DeferredRecords(em, seals);
        this.undo = new UndoParts(em, lastingSeals);
        this.rejectKeys = rejectKeys;
        this.clock = clock;
    }

    @Override
    public ImportJob open(JobSpec spec, Caller caller, String node, long now) {
        return changes.open(spec, caller, node, now);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if there is no such job or it cannot be resumed
     */
    @Override
    public ImportJob reopen(String uid, Caller caller, String node, long now) {
        if (!changes.reopen(uid, caller, node, now)) {
            throw new IllegalStateException("Job " + uid + " cannot be taken up again");
        }
        return existing(uid, now);
    }

    @Override
    public boolean resume(String uid, long now) {
        return changes.resume(uid, now);
    }

    @Override
    public Optional<Caller> caller(String uid) {
        return em.createQuery("select j.caller from KeyliftJobEntity j where j.uid = :uid", String.class)
                .setParameter("uid", uid)
                .getResultStream()
                .filter(Objects::nonNull)
                .findFirst()
                .map(CallerJson::read);
    }

    @Override
    public Optional<ImportJob> find(String realmId, String jobId) {
        return jobs.byName(realmId, jobId, staleBefore());
    }

    @Override
    public List<ImportJob> list(String realmId, ListedJobs listed, JobStatus status, int first, int max) {
        return jobs.page(realmId, listed, status, first, max, staleBefore());
    }

    /** {@inheritDoc} A job that has not ended is kept. */
    @Override
    public void delete(String uid) {
        deleteEnded(List.of(uid));
    }

    @Override
    public boolean move(String uid, Integer run, JobStatus next, String code, String message, long now) {
        boolean moved = changes.move(uid, run, next, code, message, now);
        if (moved && (next == JobStatus.COMPLETED || next == JobStatus.CANCELLED)) {
            release(uid);
        }
        return moved;
    }

    @Override
    public boolean complete(String uid, int run, ImportJob.Input input, long now) {
        boolean completed = changes.complete(uid, run, input, now);
        if (completed) {
            keys.release(uid);
            ChunkTransaction.awaitDisk(em);
        }
        return completed;
    }

    @Override
    public void release(String uid) {
        keys.release(uid);
        listed.release(uid);
        deferred.release(uid);
    }

    @Override
    public Map<String, List<JobPart>> parts(Collection<String> uids) {
        return uids.isEmpty() ? Map.of() : chunks.parts(uids);
    }

    @Override
    public Counters counters(String uid) {
        return chunks.counters(List.of(uid)).getOrDefault(uid, Counters.ZERO);
    }

    @Override
    public void keepInput(String uid, ImportJob.Input input) {
        changes.keepInput(uid, input);
    }

    @Override
    public void warn(String uid, List<Warning> warnings) {
        changes.warn(uid, warnings);
    }

    @Override
    public Map<String, JobState> heartbeat(List<String> uids, long now) {
        if (uids.isEmpty()) {
            return Map.of();
        }
        changes.beat(uids, now);
        return jobs.states(uids, limit.staleBefore(now));
    }

    @Override
    public List<CommittedChunk> committed(String uid, int from, int max) {
        return chunks.committed(uid, from, max);
    }

    @Override
    public Optional<ChunkEntry> entry(String uid, int chunk) {
        return chunks.entry(uid, chunk);
    }

    @Override
    public void append(String uid, ChunkEntry entry) {
        chunks.append(uid, rejectKeys.kept(uid, entry));
    }

    @Override
    public Set<Long> notedKeys(String uid, Collection<Long> hashes) {
        return keys.noted(uid, hashes);
    }

    @Override
    public void noteKeys(String uid, Collection<Long> hashes) {
        keys.note(uid, hashes);
    }

    @Override
    public void noteMissingKeys(String uid, Collection<Long> hashes) {
        keys.noteMissing(uid, hashes);
    }

    @Override
    public void list(String uid, int chunk, Collection<Long> hashes) {
        listed.add(uid, chunk, hashes);
    }

    @Override
    public void forEachListed(String uid, LongConsumer action) {
        listed.forEach(uid, action);
    }

    @Override
    public void defer(String uid, Map<Long, String> records) {
        deferred.add(uid, records);
    }

    @Override
    public void restoreDeferred(String uid, Map<Long, String> records) {
        deferred.restore(uid, records);
    }

    @Override
    public SortedMap<Long, String> deferred(String uid, long before, int max) {
        return deferred.before(uid, before, max);
    }

    @Override
    public void settle(String uid, Collection<Long> lines) {
        deferred.remove(uid, lines);
    }

    @Override
    public void keepUndo(String uid, int chunk, List<byte[]> parts, List<byte[]> rows) {
        undo.add(uid, chunk, parts, rows);
    }

    @Override
    public long undoBytes(String uid) {
        return undo.bytes(uid);
    }

    @Override
    public List<UndoPart> undoParts(String uid) {
        return undo.backwards(uid);
    }

    @Override
    public Optional<byte[]> undoPart(String uid, UndoPart part) {
        return undo.content(uid, part);
    }

    @Override
    public Optional<byte[]> undoRows(String uid, int chunk, int part) {
        return undo.rows(uid, chunk, part);
    }

    @Override
    public void leaveUndo(String undone, String own, UndoPart part, long count, byte[] objects, List<byte[]> rows) {
        undo.leave(undone, own, part, count, objects, rows);
    }

    @Override
    public UndoPart freeUndoPart(String undone, String own, String kind) {
        return undo.free(undone, own, kind);
    }

    @Override
    public boolean hasLeft(String own) {
        return undo.hasLeft(own);
    }

    @Override
    public void settleUndo(String undone, String own, boolean complete) {
        if (!jobs.exists(undone) || !changes.settle(own)) {
            return;
        }
        if (complete) {
            undo.settle(undone, own);
        } else {
            undo.settle(undone, own, chunks.ofInput(own));
        }
    }

    @Override
    public Map<String, Long> left(Collection<String> uids) {
        return uids.isEmpty() ? Map.of() : undo.left(uids);
    }

    @Override
    public void lock(String uid) {
        em.createQuery("select j.uid from KeyliftJobEntity j where j.uid = :uid", String.class)
                .setParameter("uid", uid)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
    }

    @Override
    public Optional<ImportJob> undoOf(String realmId, String uid) {
        return jobs.undoOf(realmId, uid, staleBefore());
    }

    @Override
    public void forgetExtra(String uid) {
        chunks.forgetExtra(uid);
    }

    @Override
    public ReportPage report(String uid, int after) {
        return chunks.report(uid, after);
    }

    @Override
    public boolean prepareForChunk(String realmId, boolean relaxed) {
        ChunkTransaction.prepare(em, relaxed);
        return new RealmLock(em).begin(realmId);
    }

    @Override
    public void prepareForReading() {
        ChunkTransaction.prepare(em, false);
    }

    @Override
    public boolean keepRealm(String realmId) {
        return new RealmLock(em).end(realmId);
    }

    @Override
    public boolean awaitRealm(String realmId) {
        return new RealmLock(em).await(realmId);
    }

    @Override
    public KeyWatch watchKeys(String uid, JobSpec job, OtherJobs others, Set<String> keys) {
        return new TakenKeys(em).watch(uid, job, others, keys, staleBefore());
    }

    @Override
    public void forgetKeys() {
        new TakenKeys(em).forget();
    }

    /** {@inheritDoc} A job whose node died counts as finished at its last heartbeat. */
    @Override
    public int deleteFinishedBefore(long before, int max) {
        PresentStatus ended = PresentStatus.where(JobStatus::isEnded, staleBefore());
        List<String> uids = ended.bind(em.createQuery(
                        "select j.uid from KeyliftJobEntity j where (j.run.finishedAt < :before "
                                + "or j.run.finishedAt is null and j.run.heartbeatAt < :before) and " + ended.hql()
                                + " order by j.createdAt, j.uid",
                        String.class))
                .setParameter("before", before)
                .setMaxResults(max)
                .getResultList();
        int deleted = 0;
        for (int from = 0; from < uids.size(); from += MAX_UIDS) {
            deleted += deleteEnded(uids.subList(from, Math.min(from + MAX_UIDS, uids.size())));
        }
        return deleted;
    }

    @Override
    public List<String> realms() {
        return em.createQuery("select distinct j.spec.realmId from KeyliftJobEntity j", String.class)
                .getResultList();
    }

    @Override
    public void deleteRealm(String realmId) {
        em.createQuery("delete from KeyliftJobEntity j where j.spec.realmId = :realmId")
                .setParameter("realmId", realmId)
                .executeUpdate();
    }

    /** Their chunks are deleted through the foreign key. */
    private int deleteEnded(List<String> uids) {
        PresentStatus ended = PresentStatus.where(JobStatus::isEnded, staleBefore());
        return ended.bind(em.createQuery("delete from KeyliftJobEntity j where j.uid in (:uids) and " + ended.hql()))
                .setParameter("uids", uids)
                .executeUpdate();
    }

    private ImportJob existing(String uid, long now) {
        return jobs.byUids(List.of(uid), limit.staleBefore(now)).get(0);
    }

    private long staleBefore() {
        return limit.staleBefore(clock.getAsLong());
    }
}
