// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobState;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.ListedJobs;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads jobs with the sums over their chunks. Selects columns, not entities, so that its results are those of the
 * database.
 */
final class JobReader {

    private static final String NEWEST_FIRST = " order by j.createdAt desc, j.uid desc";

    private final EntityManager em;
    private final ChunkLedger chunks;

    JobReader(EntityManager em, ChunkLedger chunks) {
        this.em = em;
        this.chunks = chunks;
    }

    Optional<ImportJob> byName(String realmId, String jobId, long staleBefore) {
        return jobs(
                        jobs("j.spec.realmId = :realmId and j.spec.jobId = :jobId")
                                .setParameter("realmId", realmId)
                                .setParameter("jobId", jobId),
                        staleBefore)
                .stream()
                .findFirst();
    }

    boolean exists(String uid) {
        return !em.createQuery("select j.uid from KeyliftJobEntity j where j.uid = :uid", String.class)
                .setParameter("uid", uid)
                .getResultList()
                .isEmpty();
    }

    /** The jobs that exist, newest first. */
    List<ImportJob> byUids(List<String> uids, long staleBefore) {
        if (uids.isEmpty()) {
            return List.of();
        }
        return jobs(jobs("j.uid in (:uids)").setParameter("uids", uids), staleBefore);
    }

    /** A page of a realm's jobs, newest first. Finds the uids of the page before it sums any chunks. */
    List<ImportJob> page(String realmId, ListedJobs listed, JobStatus status, int first, int max, long staleBefore) {
        PresentStatus present = PresentStatus.where(s -> status == null || s == status, staleBefore);
        Listing listing = new Listing(listed);
        List<String> uids = listing.bind(present.bind(em.createQuery(
                        "select j.uid from KeyliftJobEntity j where j.spec.realmId = :realmId and "
                                + listing.hql() + " and "
                                + present.hql() + NEWEST_FIRST,
                        String.class)))
                .setParameter("realmId", realmId)
                .setFirstResult(first)
                .setMaxResults(max)
                .getResultList();
        return byUids(uids, staleBefore);
    }

    /** The latest job that undoes this one. */
    Optional<ImportJob> undoOf(String realmId, String uid, long staleBefore) {
        return jobs(
                        jobs("j.spec.realmId = :realmId and j.spec.undoesUid = :uid")
                                .setParameter("realmId", realmId)
                                .setParameter("uid", uid),
                        staleBefore)
                .stream()
                .findFirst();
    }

    /** Without the sums over chunks, which take long for a job with many. */
    Map<String, JobState> states(List<String> uids, long staleBefore) {
        return em.createQuery(
                        "select j.uid, j.run.number, j.run.status, j.run.heartbeatAt from KeyliftJobEntity j "
                                + "where j.uid in (:uids)",
                        StateRow.class)
                .setParameter("uids", uids)
                .getResultStream()
                .collect(Collectors.toMap(StateRow::uid, row -> row.toState(staleBefore)));
    }

    private record StateRow(String uid, int run, JobStatus status, long heartbeatAt) {

        JobState toState(long staleBefore) {
            return new JobState(run, PresentStatus.of(status, heartbeatAt, staleBefore));
        }
    }

    /** Reads the counters after the rows: a job that has ended has all of them. */
    private List<ImportJob> jobs(TypedQuery<JobRow> query, long staleBefore) {
        List<JobRow> rows = query.getResultList();
        Map<String, Counters> counters =
                chunks.counters(rows.stream().map(JobRow::uid).toList());
        return rows.stream()
                .map(row -> row.toJob(staleBefore, counters.getOrDefault(row.uid(), Counters.ZERO)))
                .toList();
    }

    private TypedQuery<JobRow> jobs(String condition) {
        return em.createQuery(JobRow.SELECT + "where " + condition + NEWEST_FIRST, JobRow.class);
    }
}
