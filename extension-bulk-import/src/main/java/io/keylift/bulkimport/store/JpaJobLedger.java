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
import io.keylift.bulkimport.job.Reject;
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
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The ledger in Keycloak's database.
 *
 * <p>Every change of a job is one conditional statement. Of two changes that exclude each other, the database carries
 * out only one, whichever nodes they come from. Nothing that is read or written stays in the entity manager.
 */
public final class JpaJobLedger implements JobLedger {

    private static final int MAX_MESSAGE = 2000;

    private static final String PAUSED_TILL_NOW = "coalesce(j.pausedMillis, 0L) + coalesce(:now - j.pausedAt, 0L)";

    /** Uids in one statement, below the parameter limits of all databases. */
    private static final int MAX_UIDS = 500;

    private final EntityManager em;
    private final JobReader jobs;
    private final ChunkLedger chunks;
    private final DryRunKeys keys;
    private final DeferredRecords deferred;
    private final UndoParts undo;
    private final long heartbeatLimitMillis;
    private final RejectKeys rejectKeys;
    private final LongSupplier clock;

    /**
     * @param em entity manager of the transaction that this instance belongs to
     * @param heartbeatLimitMillis age of a heartbeat at which its node counts as dead
     * @param rejectKeys how the keys of rejected records are stored
     * @param seals encrypts what is stored of the records of a job until its end, by its internal id
     * @param lastingSeals encrypts what is stored of the records of a job after its end, by its internal id; empty if
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
        this.jobs = new JobReader(em);
        this.chunks = new ChunkLedger(em);
        this.keys = new DryRunKeys(em);
        this.deferred = new DeferredRecords(em, seals);
        this.undo = new UndoParts(em, lastingSeals);
        this.heartbeatLimitMillis = heartbeatLimitMillis;
        this.rejectKeys = rejectKeys;
        this.clock = clock;
    }

    @Override
    public ImportJob open(JobSpec spec, Caller caller, String node, long now) {
        String uid = UUID.randomUUID().toString();
        KeyliftJobEntity entity = new KeyliftJobEntity(uid, spec, caller, node, now);
        em.persist(entity);
        em.flush();
        em.detach(entity);
        return existing(uid, now);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if there is no such job or it cannot be resumed
     */
    @Override
    public ImportJob reopen(String uid, Caller caller, String node, long now) {
        PresentStatus present = PresentStatus.where(s -> s.canBecome(JobStatus.RUNNING), staleBefore(now));
        int reopened = present.bind(em.createQuery(
                        "update KeyliftJobEntity j set j.status = :next, j.run = j.run + 1, j.node = :node, "
                                + "j.caller = :caller, j.startedAt = :now, j.heartbeatAt = :now, j.finishedAt = null, "
                                + "j.pausedAt = null, j.pausedMillis = null, "
                                + "j.code = null, j.message = null, j.warnings = null "
                                + "where j.uid = :uid and " + present.hql()))
                .setParameter("next", JobStatus.RUNNING)
                .setParameter("node", node)
                .setParameter("caller", CallerJson.write(caller))
                .setParameter("now", now)
                .setParameter("uid", uid)
                .executeUpdate();
        if (reopened == 0) {
            throw new IllegalStateException("Job " + uid + " cannot be taken up again");
        }
        return existing(uid, now);
    }

    @Override
    public boolean resume(String uid, Caller caller, long now) {
        PresentStatus present = PresentStatus.where(s -> s == JobStatus.PAUSED, staleBefore(now));
        return present.bind(em.createQuery("update KeyliftJobEntity j set j.status = :next, j.code = null, "
                                + "j.message = null, j.caller = :caller, j.heartbeatAt = :now, "
                                + "j.pausedMillis = " + PAUSED_TILL_NOW + ", j.pausedAt = null where j.uid = :uid and "
                                + present.hql()))
                        .setParameter("next", JobStatus.RUNNING)
                        .setParameter("caller", CallerJson.write(caller))
                        .setParameter("now", now)
                        .setParameter("uid", uid)
                        .executeUpdate()
                == 1;
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
        return jobs.byName(realmId, jobId, staleBefore(clock.getAsLong()));
    }

    @Override
    public List<ImportJob> list(
            String realmId,
            Collection<String> kinds,
            Collection<String> ownKinds,
            String createdBy,
            JobStatus status,
            int first,
            int max) {
        return jobs.page(realmId, kinds, ownKinds, createdBy, status, first, max, staleBefore(clock.getAsLong()));
    }

    /** {@inheritDoc} A job that has not ended is kept. */
    @Override
    public void delete(String uid) {
        deleteEnded(List.of(uid));
    }

    @Override
    public boolean move(String uid, Integer run, JobStatus next, String code, String message, long now) {
        PresentStatus present = PresentStatus.where(s -> s.canBecome(next), staleBefore(now));
        var update = present.bind(em.createQuery("update KeyliftJobEntity j set j.status = :next, j.code = :code, "
                        + "j.message = :message, " + pausing(next) + "j.finishedAt = :finishedAt"
                        + (next.isEnded() ? "" : ", j.heartbeatAt = :now")
                        + " where j.uid = :uid and " + (run == null ? "" : "j.run = :run and ")
                        + present.hql()))
                .setParameter("next", next)
                .setParameter("code", code)
                .setParameter("message", storable(message))
                .setParameter("finishedAt", next.isEnded() ? now : null)
                .setParameter("uid", uid);
        if (!next.isEnded()) {
            update.setParameter("now", now);
        }
        if (run != null) {
            update.setParameter("run", run);
        }
        boolean moved = update.executeUpdate() == 1;
        if (moved && (next == JobStatus.COMPLETED || next == JobStatus.CANCELLED)) {
            release(uid);
        }
        return moved;
    }

    @Override
    public void release(String uid) {
        keys.release(uid);
        deferred.release(uid);
    }

    @Override
    public Map<String, List<JobPart>> parts(Collection<String> uids) {
        return uids.isEmpty() ? Map.of() : chunks.parts(uids);
    }

    @Override
    public Counters counters(String uid) {
        return chunks.counters(uid);
    }

    /**
     * Begins or ends a pause. A job that ends while it is paused keeps its {@code pausedAt}: {@code finishedAt} ends
     * the pause.
     */
    private static String pausing(JobStatus next) {
        return switch (next) {
            case PAUSED -> "j.pausedAt = coalesce(j.pausedAt, :now), ";
            case RUNNING -> "j.pausedMillis = " + PAUSED_TILL_NOW + ", j.pausedAt = null, ";
            default -> "";
        };
    }

    @Override
    public void keepInput(String uid, ImportJob.Input input) {
        em.createQuery("update KeyliftJobEntity j set j.inputSha256 = :sha256, j.inputBytes = :bytes"
                        + " where j.uid = :uid")
                .setParameter("sha256", input.sha256())
                .setParameter("bytes", input.bytes())
                .setParameter("uid", uid)
                .executeUpdate();
    }

    @Override
    public void warn(String uid, List<Warning> warnings) {
        em.createQuery("update KeyliftJobEntity j set j.warnings = :warnings where j.uid = :uid")
                .setParameter("warnings", WarningLines.write(warnings))
                .setParameter("uid", uid)
                .executeUpdate();
    }

    @Override
    public Map<String, JobState> heartbeat(List<String> uids, long now) {
        if (uids.isEmpty()) {
            return Map.of();
        }
        em.createQuery("update KeyliftJobEntity j set j.heartbeatAt = :now "
                        + "where j.uid in (:uids) and j.status in (:live)")
                .setParameter("now", now)
                .setParameter("uids", uids)
                .setParameter("live", List.of(JobStatus.RUNNING, JobStatus.PAUSED))
                .executeUpdate();
        return jobs.states(uids, staleBefore(now));
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
    public void keepUndo(String uid, int chunk, List<byte[]> parts) {
        undo.add(uid, chunk, parts);
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
    public void forgetUndo(String uid) {
        undo.remove(uid);
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
        return jobs.undoOf(realmId, uid, staleBefore(clock.getAsLong()));
    }

    @Override
    public void forgetExtra(String uid) {
        chunks.forgetExtra(uid);
    }

    @Override
    public void rejects(String uid, Consumer<Reject> consumer) {
        chunks.rejects(uid, consumer);
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
    public void beginKeys(JobSpec job) {
        new TakenKeys(em).begin(job);
    }

    @Override
    public KeyWatch watchKeys(String uid, JobSpec job, int chunk, Set<String> keys) {
        return new TakenKeys(em).watch(uid, job, chunk, keys, staleBefore(clock.getAsLong()));
    }

    /** {@inheritDoc} A job whose node died counts as finished at its last heartbeat. */
    @Override
    public int deleteFinishedBefore(long before, int max) {
        PresentStatus ended = PresentStatus.where(JobStatus::isEnded, staleBefore(clock.getAsLong()));
        List<String> uids = ended.bind(em.createQuery(
                        "select j.uid from KeyliftJobEntity j where (j.finishedAt < :before "
                                + "or j.finishedAt is null and j.heartbeatAt < :before) and " + ended.hql()
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
        return em.createQuery("select distinct j.realmId from KeyliftJobEntity j", String.class)
                .getResultList();
    }

    @Override
    public void deleteRealm(String realmId) {
        em.createQuery("delete from KeyliftJobEntity j where j.realmId = :realmId")
                .setParameter("realmId", realmId)
                .executeUpdate();
    }

    /** Their chunks are deleted through the foreign key. */
    private int deleteEnded(List<String> uids) {
        PresentStatus ended = PresentStatus.where(JobStatus::isEnded, staleBefore(clock.getAsLong()));
        return ended.bind(em.createQuery("delete from KeyliftJobEntity j where j.uid in (:uids) and " + ended.hql()))
                .setParameter("uids", uids)
                .executeUpdate();
    }

    private ImportJob existing(String uid, long now) {
        return jobs.byUids(List.of(uid), staleBefore(now)).get(0);
    }

    private long staleBefore(long now) {
        return now - heartbeatLimitMillis;
    }

    /**
     * Cuts the message to the column's length and removes what PostgreSQL cannot store: NUL, and half a surrogate pair
     * at the cut.
     */
    private static String storable(String message) {
        if (message == null) {
            return null;
        }
        String clean = message.replace("\0", "");
        if (clean.length() <= MAX_MESSAGE) {
            return clean;
        }
        boolean splits = Character.isHighSurrogate(clean.charAt(MAX_MESSAGE - 1));
        return clean.substring(0, splits ? MAX_MESSAGE - 1 : MAX_MESSAGE);
    }
}
