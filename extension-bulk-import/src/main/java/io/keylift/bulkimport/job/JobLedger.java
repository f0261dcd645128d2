// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.LongConsumer;

/**
 * Port to the stored jobs and their ledgers. An instance belongs to one transaction and is used by one thread.
 *
 * <p>A job whose status is {@link JobStatus#RUNNING} or {@link JobStatus#PAUSED} but whose heartbeat is older than the
 * configured limit reads as {@link JobStatus#INTERRUPTED}.
 */
public interface JobLedger {

    /** Opens a job as {@link JobStatus#RUNNING}, run 1. */
    ImportJob open(JobSpec spec, Caller caller, String node, long now);

    /**
     * Resumes an ended job: its run number is increased, it is {@link JobStatus#RUNNING} and has no end. An earlier run
     * must stop when it next reads the job's state.
     */
    ImportJob reopen(String uid, Caller caller, String node, long now);

    /**
     * Resumes a paused job. It goes on in the name of its caller, even if another user resumes it.
     *
     * @return whether it was paused
     */
    boolean resume(String uid, long now);

    /**
     * The caller in whose name a job runs; empty if the job is gone, or was opened by a version that did not store the
     * caller.
     */
    Optional<Caller> caller(String uid);

    /** The job with that name in that realm. */
    Optional<ImportJob> find(String realmId, String jobId);

    /**
     * Jobs of a realm, newest first.
     *
     * @param listed only these jobs; they alone count for {@code first} and {@code max}
     * @param status only jobs of this status, or {@code null} for all
     * @param first how many to skip
     * @param max how many to return at most
     */
    List<ImportJob> list(String realmId, ListedJobs listed, JobStatus status, int first, int max);

    /** Removes an ended job and its ledger. */
    void delete(String uid);

    /**
     * Moves a job to another status if that is a legal move from its present one. If {@code run} is not {@code null},
     * that attempt must also be the latest.
     *
     * @param code stable code of why it ends, or {@code null}
     * @return whether it was moved
     */
    boolean move(String uid, Integer run, JobStatus next, String code, String message, long now);

    /**
     * Moves a run of a job from {@link JobStatus#RUNNING} to {@link JobStatus#COMPLETED}, stores the fingerprint of its
     * input, and deletes its noted keys. The job has no deferred lines. The commit of this transaction waits for the
     * disk.
     *
     * @return whether it was moved; not if it is paused or ended, or has a later run
     */
    boolean complete(String uid, int run, ImportJob.Input input, long now);

    /** Stores the fingerprint of a job's whole input. */
    void keepInput(String uid, ImportJob.Input input);

    /** Stores the warnings of a job. Warnings about dropped parts outlast its next attempt. */
    void warn(String uid, List<Warning> warnings);

    /**
     * Confirms that a node still works on these jobs.
     *
     * @return the present state of each that still exists, by uid
     */
    Map<String, JobState> heartbeat(List<String> uids, long now);

    /** At most {@code max} committed chunks of a job from this number on, in ascending order. */
    List<CommittedChunk> committed(String uid, int from, int max);

    /** The entry of one chunk if it is committed. */
    Optional<ChunkEntry> entry(String uid, int chunk);

    /**
     * Writes a chunk's entry. If the chunk is already committed, fails with a constraint violation at flush, so that
     * data and entry are rolled back together.
     */
    void append(String uid, ChunkEntry entry);

    /**
     * Which of these hashes of keys earlier chunks have noted. A dry run writes no rows that its later chunks could
     * find.
     */
    Set<Long> notedKeys(String uid, Collection<Long> hashes);

    /**
     * Notes hashes of keys of a chunk: the keys of a dry run, and the notes of a kind for later chunks. They are
     * deleted by {@link #release}.
     */
    void noteKeys(String uid, Collection<Long> hashes);

    /** Like {@link #noteKeys}, for hashes of which this or another chunk may have noted some. */
    void noteMissingKeys(String uid, Collection<Long> hashes);

    /**
     * Notes the hashes of the objects that the records of a chunk name, before its entry is written. They are deleted
     * by {@link #release}. No job that can end by {@link #complete} has any.
     *
     * @param chunk number of the chunk
     */
    void list(String uid, int chunk, Collection<Long> hashes);

    /** Passes over all hashes of objects that the records of a job name, in no order. */
    void forEachListed(String uid, LongConsumer action);

    /** Stores deferred lines, encrypted. They are deleted when they are settled, or by {@link #release}. */
    void defer(String uid, Map<Long, String> records);

    /**
     * Stores deferred lines again as far as this node cannot decrypt them: its key may be another than that of the node
     * which stored them.
     *
     * @param records consecutive lines of the input; lines that are not stored any more are ignored
     */
    void restoreDeferred(String uid, Map<Long, String> records);

    /** At most {@code max} deferred lines of a job, the last ones before line {@code before}, by line number. */
    SortedMap<Long, String> deferred(String uid, long before, int max);

    /** Deletes the noted keys and deferred lines of a job that can never continue. */
    void release(String uid);

    /**
     * Outcomes of the committed chunks of each kind, in the order of the input, for each of these jobs that names the
     * kinds of its records and has committed any.
     */
    Map<String, List<JobPart>> parts(Collection<String> uids);

    /**
     * Keeps the data that an undo of a chunk needs. It is deleted with the job, or by {@link #settleUndo}.
     *
     * @param parts one after the other, each small enough for one row
     * @param rows parts with the rows that went with removed objects; see {@link #undoRows}
     */
    void keepUndo(String uid, int chunk, List<byte[]> parts, List<byte[]> rows);

    /** Number of bytes that a job has kept by {@link #keepUndo}. */
    long undoBytes(String uid);

    /** Where the parts are that a job has kept, in the reverse order of the chunks' commits. */
    List<UndoPart> undoParts(String uid);

    /** Content of a part; empty if it is no longer there. */
    Optional<byte[]> undoPart(String uid, UndoPart part);

    /**
     * A part of the rows that went with the objects that a chunk removed; empty if there is no such part.
     *
     * @param part number of the part, from 0
     */
    Optional<byte[]> undoRows(String uid, int chunk, int part);

    /**
     * Keeps the rest of a part that an undo could not restore, until {@link #settleUndo} is called.
     *
     * @param undone uid of the job that is undone
     * @param undo uid of the job that undoes it
     * @param part part of the data that the first job has kept
     * @param count number of objects in {@code objects}; 0 if the undo tries them again, so that they are left only if
     *     it ends early
     * @param objects the rest of the part
     * @param rows parts with the dependent rows of these objects, which {@link #undoRows} then finds from number
     *     {@link UndoPart#firstLeftRows} on
     */
    void leaveUndo(String undone, String undo, UndoPart part, long count, byte[] objects, List<byte[]> rows);

    /**
     * A place for {@link #leaveUndo} that neither job has used.
     *
     * @param undone uid of the job that is undone
     * @param undo uid of the job that undoes it
     * @param kind kind of the objects, if the jobs have several
     */
    UndoPart freeUndoPart(String undone, String undo, String kind);

    /** Whether an undo has left anything so far. */
    boolean hasLeft(String undo);

    /**
     * Replaces the parts that an undo has committed by their rests that it could not restore. Does it once for each
     * undo, and not at all if the other job is gone.
     *
     * @param undone uid of the job that is undone
     * @param undo uid of the job that undoes it, and will not go on
     * @param complete whether the undo has tried everything
     */
    void settleUndo(String undone, String undo, boolean complete);

    /** How many objects undos have left of each of these jobs; those of which none is left are missing. */
    Map<String, Long> left(Collection<String> uids);

    /** Waits for other transactions that lock this job, and locks it. */
    void lock(String uid);

    /** The latest job that undoes this one. */
    Optional<ImportJob> undoOf(String realmId, String uid);

    /**
     * A part of the data that a chunk has kept.
     *
     * @param chunk number of the chunk
     * @param part number of the part in the chunk, from 0
     * @param kind kind of the chunk; {@code null} unless the job has several
     */
    record UndoPart(int chunk, int part, String kind) {

        /** More parts with rows than one transaction can keep. */
        private static final int MANY = 10_000;

        /** Number of the first part with rows that an undo leaves of this part. */
        public int firstLeftRows() {
            return (part + 1) * MANY;
        }

        /** Number after the last one. */
        public int endOfLeftRows() {
            return firstLeftRows() + MANY;
        }
    }

    /** Outcomes of all committed chunks. */
    Counters counters(String uid);

    /** Deletes the entries of chunks that have no place in the input: a verification makes them anew. */
    void forgetExtra(String uid);

    /** Deletes deferred lines that have an outcome now. */
    void settle(String uid, Collection<Long> lines);

    /** The report of the first committed chunks behind chunk {@code after}; empty if no chunk there has any. */
    ReportPage report(String uid, int after);

    /**
     * Lines in the order of the input.
     *
     * @param lastChunk number of the chunk that they end with
     */
    record ReportPage(List<ReportLine> report, int lastChunk) {

        /** Stands before all chunks. */
        public static final int BEGIN = Integer.MIN_VALUE;
    }

    /**
     * Prepares this transaction for a chunk. Where the database supports it, look-ups by key use the index in spite of
     * the statistics, because the statistics of a table that an import is filling are wrong.
     *
     * @param relaxed lets the commit return before it is on disk; a later ordinary commit makes it durable
     * @return whether the realm exists
     */
    boolean prepareForChunk(String realmId, boolean relaxed);

    /** Prepares this transaction for a chunk that only reads: look-ups use the index, and nothing is locked. */
    void prepareForReading();

    /**
     * Keeps the realm of a chunk from being removed until this transaction has ended. Must be its last statement. Rows
     * that are written into a realm while Keycloak removes it would be left behind.
     *
     * @return whether it is kept; if not, another transaction is changing or removing the realm, and this one must not
     *     be committed
     */
    boolean keepRealm(String realmId);

    /**
     * Waits until no other transaction is changing or removing the realm.
     *
     * @return whether it exists
     */
    boolean awaitRealm(String realmId);

    /**
     * Called at the beginning of a chunk: from now on, detects keys that other jobs of the kind take in the realm. May
     * wait for chunks of other jobs, but only before this one has locked anything. Works on PostgreSQL only; on other
     * databases nothing is detected.
     *
     * @param others knowledge of the run, which opened its job in an earlier transaction
     * @param keys texts of the unique keys that the chunk is going to take
     */
    KeyWatch watchKeys(String uid, JobSpec job, OtherJobs others, Set<String> keys);

    /** Deletes the noted keys that no chunk in flight needs. Called periodically. */
    void forgetKeys();

    /** The keys that a chunk is going to take. */
    interface KeyWatch {

        /**
         * Takes the keys. Must be the last step before the commit, because other chunks wait here until this
         * transaction ends.
         *
         * @return whether the chunk may be committed: no other job has taken one of the keys since the chunk began
         */
        boolean take();

        /**
         * Whether chunks of other jobs wait until this transaction ends once the keys are taken. Its commit should then
         * not wait for the disk.
         */
        default boolean makesOthersWait() {
            return true;
        }
    }

    /** Removes ended jobs that finished before {@code before}, at most {@code max} of them, and returns how many. */
    int deleteFinishedBefore(long before, int max);

    /** Ids of the realms that have jobs. */
    List<String> realms();

    /** Removes all jobs of a realm. */
    void deleteRealm(String realmId);
}
