// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;

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
     * Takes a job up again: next run, {@link JobStatus#RUNNING}, no end. Whoever worked on it before must stop when it
     * next looks.
     */
    ImportJob reopen(String uid, Caller caller, String node, long now);

    /**
     * Lets a paused job go on, in this caller's name.
     *
     * @return whether it was paused
     */
    boolean resume(String uid, Caller caller, long now);

    /** In whose name a job is at work; empty if it is gone, or was opened by a version that did not keep this. */
    Optional<Caller> caller(String uid);

    /** The job of that name in that realm. */
    Optional<ImportJob> find(String realmId, String jobId);

    /**
     * Jobs of a realm, newest first.
     *
     * @param kinds all of these kinds
     * @param ownKinds of these kinds those that {@code createdBy} opened
     * @param status only those of this status, or {@code null}
     * @param first how many to leave out
     * @param max how many to answer at most
     */
    List<ImportJob> list(
            String realmId,
            Collection<String> kinds,
            Collection<String> ownKinds,
            String createdBy,
            JobStatus status,
            int first,
            int max);

    /** Removes an ended job with its ledger. */
    void delete(String uid);

    /**
     * Moves a job to another status if that is a legal move from its present one and, where {@code run} is not
     * {@code null}, that attempt is still the latest.
     *
     * @param code stable code of why it ends, or {@code null}
     * @return whether it was moved
     */
    boolean move(String uid, Integer run, JobStatus next, String code, String message, long now);

    /** Keeps what a job warns of. */
    void warn(String uid, List<Warning> warnings);

    /**
     * Says that a node still works on these jobs.
     *
     * @return the present state of each that still exists, by uid
     */
    Map<String, JobState> heartbeat(List<String> uids, long now);

    /** Committed chunks of a job in the order of their numbers: those of a number from this one on, at most so many. */
    List<CommittedChunk> committed(String uid, int from, int max);

    /** The entry of one chunk if it is committed. */
    Optional<ChunkEntry> entry(String uid, int chunk);

    /**
     * Writes a chunk's entry. Fails with a constraint violation at flush if the chunk is committed already, so that
     * data and entry roll back together.
     */
    void append(String uid, ChunkEntry entry);

    /**
     * Which of these keys, by their hashes, earlier chunks have noted. A dry run writes nothing that its later chunks
     * could find, and still has to find it.
     */
    Set<Long> notedKeys(String uid, Collection<Long> hashes);

    /**
     * Notes keys of a chunk: those of a dry run, and what a kind has to tell later chunks. They go when the job ends
     * for good.
     */
    void noteKeys(String uid, Collection<Long> hashes);

    /**
     * Keeps lines that wait for others, as they were sent. They go when they are settled, or when the job ends for
     * good.
     */
    void defer(String uid, Map<Long, String> records);

    /** The last lines before this one that are put off, at most so many. */
    SortedMap<Long, String> deferred(String uid, long before, int max);

    /** Forgets the keys and lines of a job that has ended for good. */
    void release(String uid);

    /** Outcomes of all committed chunks. */
    Counters counters(String uid);

    /** Says that these lines are put off no more. */
    void settle(String uid, Collection<Long> lines);

    /** Hands over the rejects of all committed chunks, chunk by chunk, in flat memory. */
    void rejects(String uid, Consumer<Reject> consumer);

    /**
     * Prepares this transaction for a chunk, as far as the database can be told: look-ups by key use the index whatever
     * the statistics say, for tables that an import is filling have none that are true.
     *
     * @param relaxed lets the commit return before it is on disk; a later ordinary commit makes it durable
     * @return whether the realm is there
     */
    boolean prepareForChunk(String realmId, boolean relaxed);

    /**
     * Keeps the realm of a chunk from being removed until this transaction has ended, as its last statement: what is
     * written into a realm while Keycloak removes it would stay behind.
     *
     * @return whether it is kept; if not, somebody is changing or removing the realm, and nothing may be committed
     */
    boolean keepRealm(String realmId);

    /**
     * Waits until nobody is changing or removing the realm.
     *
     * @return whether it is there
     */
    boolean awaitRealm(String realmId);

    /** Waits for all chunks of this kind that are being written in the realm, then deletes the keys they noted. */
    void beginKeys(JobSpec job);

    /**
     * Called at the beginning of a chunk: from now on, notices keys that other jobs of the kind take in the realm.
     * Works on PostgreSQL only; on other databases nothing is noticed.
     *
     * @param chunk number of the chunk
     * @param keys texts of the unique keys that the chunk is going to take
     */
    KeyWatch watchKeys(String uid, JobSpec job, int chunk, Set<String> keys);

    /** The keys that a chunk is going to take. */
    interface KeyWatch {

        /**
         * Takes the keys. Must be the last step before the commit, because other chunks wait here until this
         * transaction ends.
         *
         * @return whether the chunk may be committed: no other job has taken one of the keys since the chunk began
         */
        boolean take();
    }

    /** Removes ended jobs that finished before {@code before}, at most {@code max} of them, and returns how many. */
    int deleteFinishedBefore(long before, int max);

    /** Ids of the realms that have jobs. */
    List<String> realms();

    /** Removes all jobs of a realm. */
    void deleteRealm(String realmId);
}
