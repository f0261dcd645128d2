// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Warning;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.UUID;

/**
 * Changes the row of a job. Every change is one conditional statement: of two changes that exclude each other, the
 * database carries out only one, whichever nodes they come from.
 */
final class JobChanges {

    private static final int MAX_MESSAGE = 2000;

    private static final String PAUSED_TILL_NOW =
            "coalesce(j.run.pausedMillis, 0L) + " + "coalesce(:now - j.run.pausedAt, 0L)";

    private final EntityManager em;
    private final HeartbeatLimit limit;

    JobChanges(EntityManager em, HeartbeatLimit limit) {
        this.em = em;
        this.limit = limit;
    }

    /** Returns the new job. */
    ImportJob open(JobSpec spec, Caller caller, String node, long now) {
        String uid = UUID.randomUUID().toString();
        KeyliftJobEntity entity = new KeyliftJobEntity(uid, spec, caller, node, now);
        em.persist(entity);
        em.flush();
        em.detach(entity);
        return entity.toNewJob(limit.staleBefore(now));
    }

    /** Returns whether there is such a job and it can be resumed. */
    boolean reopen(String uid, Caller caller, String node, long now) {
        PresentStatus present = PresentStatus.where(s -> s.canBecome(JobStatus.RUNNING), limit.staleBefore(now));
        int reopened = present.bind(em.createQuery(
                        "update KeyliftJobEntity j set j.run.status = :next, j.run.number = j.run.number + 1, "
                                + "j.run.node = :node, "
                                + "j.caller = :caller, j.run.startedAt = :now, j.run.heartbeatAt = :now, "
                                + "j.run.finishedAt = null, "
                                + "j.run.pausedAt = null, j.run.pausedMillis = null, "
                                + "j.run.code = null, j.run.message = null, j.run.warnings = null "
                                + "where j.uid = :uid and " + present.hql()))
                .setParameter("next", JobStatus.RUNNING)
                .setParameter("node", node)
                .setParameter("caller", CallerJson.write(caller))
                .setParameter("now", now)
                .setParameter("uid", uid)
                .executeUpdate();
        return reopened == 1;
    }

    boolean resume(String uid, long now) {
        PresentStatus present = PresentStatus.where(s -> s == JobStatus.PAUSED, limit.staleBefore(now));
        return present.bind(em.createQuery("update KeyliftJobEntity j set j.run.status = :next, j.run.code = null, "
                                + "j.run.message = null, j.run.heartbeatAt = :now, "
                                + "j.run.pausedMillis = " + PAUSED_TILL_NOW + ", j.run.pausedAt = null "
                                + "where j.uid = :uid and "
                                + present.hql()))
                        .setParameter("next", JobStatus.RUNNING)
                        .setParameter("now", now)
                        .setParameter("uid", uid)
                        .executeUpdate()
                == 1;
    }

    boolean move(String uid, Integer run, JobStatus next, String code, String message, long now) {
        PresentStatus present = PresentStatus.where(s -> s.canBecome(next), limit.staleBefore(now));
        var update = present.bind(em.createQuery("update KeyliftJobEntity j set j.run.status = :next, "
                        + "j.run.code = :code, "
                        + "j.run.message = :message, " + pausing(next) + "j.run.finishedAt = :finishedAt"
                        + (next.isEnded() ? "" : ", j.run.heartbeatAt = :now")
                        + " where j.uid = :uid and " + (run == null ? "" : "j.run.number = :run and ")
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
        return update.executeUpdate() == 1;
    }

    /** Returns whether the run was at work. */
    boolean complete(String uid, int run, ImportJob.Input input, long now) {
        PresentStatus present = PresentStatus.where(s -> s == JobStatus.RUNNING, limit.staleBefore(now));
        return present.bind(em.createQuery("update KeyliftJobEntity j set j.run.status = :next, "
                                + "j.run.finishedAt = :now, j.input.sha256 = :sha256, j.input.bytes = :bytes "
                                + "where j.uid = :uid and j.run.number = :run and "
                                + present.hql()))
                        .setParameter("next", JobStatus.COMPLETED)
                        .setParameter("now", now)
                        .setParameter("sha256", input.sha256())
                        .setParameter("bytes", input.bytes())
                        .setParameter("uid", uid)
                        .setParameter("run", run)
                        .executeUpdate()
                == 1;
    }

    /**
     * Begins or ends a pause. A job that ends while it is paused keeps its {@code pausedAt}: {@code finishedAt} ends
     * the pause.
     */
    private static String pausing(JobStatus next) {
        return switch (next) {
            case PAUSED -> "j.run.pausedAt = coalesce(j.run.pausedAt, :now), ";
            case RUNNING -> "j.run.pausedMillis = " + PAUSED_TILL_NOW + ", j.run.pausedAt = null, ";
            default -> "";
        };
    }

    /** Only of jobs that have not ended. */
    void beat(List<String> uids, long now) {
        em.createQuery("update KeyliftJobEntity j set j.run.heartbeatAt = :now "
                        + "where j.uid in (:uids) and j.run.status in (:live)")
                .setParameter("now", now)
                .setParameter("uids", uids)
                .setParameter("live", List.of(JobStatus.RUNNING, JobStatus.PAUSED))
                .executeUpdate();
    }

    void keepInput(String uid, ImportJob.Input input) {
        em.createQuery("update KeyliftJobEntity j set j.input.sha256 = :sha256, j.input.bytes = :bytes"
                        + " where j.uid = :uid")
                .setParameter("sha256", input.sha256())
                .setParameter("bytes", input.bytes())
                .setParameter("uid", uid)
                .executeUpdate();
    }

    /** Warnings about dropped parts have a column of their own, because they also count for later runs. */
    void warn(String uid, List<Warning> warnings) {
        em.createQuery("update KeyliftJobEntity j set j.run.warnings = :warnings, j.leftOut = :leftOut "
                        + "where j.uid = :uid")
                .setParameter(
                        "warnings",
                        WarningLines.write(warnings.stream()
                                .filter(each -> !each.tellsDrop())
                                .toList()))
                .setParameter(
                        "leftOut",
                        WarningLines.write(
                                warnings.stream().filter(Warning::tellsDrop).toList()))
                .setParameter("uid", uid)
                .executeUpdate();
    }

    /** Returns whether the undo was not settled before. */
    boolean settle(String uid) {
        return em.createQuery("update KeyliftJobEntity j set j.settled = true where j.uid = :uid and j.settled is null")
                        .setParameter("uid", uid)
                        .executeUpdate()
                == 1;
    }

    /**
     * Cuts the message to the column's length and removes characters that PostgreSQL cannot store: NUL, and half a
     * surrogate pair at the cut.
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
