// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobState;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.ListedJobs;
import io.keylift.bulkimport.job.Operation;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads jobs with the sums over their chunks. Selects columns, not entities, so that it returns what the database has.
 */
final class JobReader {

    private static final String COLUMNS =
            "j.uid, j.realmId, j.jobId, j.kind, j.operation, j.ifExists, j.ids, j.dryRun, j.chunkSize, j.extra, "
                    + "j.undo, j.undoesUid, j.undoesId, j.scope, j.drops, j.noPassword, j.status, j.run, j.createdBy, "
                    + "j.node, j.createdAt, j.startedAt, j.heartbeatAt, j.finishedAt, j.pausedAt, j.pausedMillis, "
                    + "j.code, j.message, j.warnings, j.inputSha256, j.inputBytes";

    private static final String NEWEST_FIRST = " order by j.createdAt desc, j.uid desc";

    private final EntityManager em;

    JobReader(EntityManager em) {
        this.em = em;
    }

    Optional<ImportJob> byName(String realmId, String jobId, long staleBefore) {
        return jobs(
                        jobs("j.realmId = :realmId and j.jobId = :jobId")
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
                        "select j.uid from KeyliftJobEntity j where j.realmId = :realmId and " + listing.hql() + " and "
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
                        jobs("j.realmId = :realmId and j.undoesUid = :uid")
                                .setParameter("realmId", realmId)
                                .setParameter("uid", uid),
                        staleBefore)
                .stream()
                .findFirst();
    }

    /** Without the sums over chunks, which take long for a job with many. */
    Map<String, JobState> states(List<String> uids, long staleBefore) {
        return em.createQuery(
                        "select j.uid, j.run, j.status, j.heartbeatAt from KeyliftJobEntity j where j.uid in (:uids)",
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

    private List<ImportJob> jobs(TypedQuery<JobRow> query, long staleBefore) {
        List<JobRow> rows = query.getResultList();
        Map<String, String> leftOut = leftOut(rows.stream()
                .filter(row -> row.drops() != null || row.operation() == Operation.VERIFY)
                .map(JobRow::uid)
                .toList());
        return rows.stream()
                .map(row -> row.toJob(staleBefore, leftOut.get(row.uid())))
                .toList();
    }

    /** By a query of its own: some databases do not group by long texts. */
    private Map<String, String> leftOut(List<String> uids) {
        Map<String, String> texts = new HashMap<>();
        if (!uids.isEmpty()) {
            em.createQuery(
                            "select j.uid, j.leftOut from KeyliftJobEntity j where j.uid in (:uids)"
                                    + " and j.leftOut is not null",
                            Object[].class)
                    .setParameter("uids", uids)
                    .getResultStream()
                    .forEach(row -> texts.put((String) row[0], (String) row[1]));
        }
        return texts;
    }

    private TypedQuery<JobRow> jobs(String condition) {
        return em.createQuery(
                "select " + COLUMNS + ", coalesce(sum(c.added), 0L), coalesce(sum(c.updated), 0L), "
                        + "coalesce(sum(c.removed), 0L), coalesce(sum(c.skipped), 0L), coalesce(sum(c.rejected), 0L) "
                        + "from KeyliftJobEntity j left join KeyliftChunkEntity c on c.jobUid = j.uid where "
                        + condition + " group by " + COLUMNS + NEWEST_FIRST,
                JobRow.class);
    }
}
