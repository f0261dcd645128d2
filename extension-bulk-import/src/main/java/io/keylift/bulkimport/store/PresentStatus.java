// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.JobStatus;
import jakarta.persistence.Query;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Condition on jobs {@code j}: their status at a given time is one of a set. An active job whose heartbeat is too old
 * has status {@link JobStatus#INTERRUPTED}.
 *
 * <p>The statuses are part of the query, not parameters: Hibernate translates a query with a list of values each time.
 */
final class PresentStatus {

    private static final Set<JobStatus> LIVE = having(status -> !status.isEnded());

    private final Set<JobStatus> wanted;
    private final long staleBefore;

    private PresentStatus(Set<JobStatus> wanted, long staleBefore) {
        this.wanted = wanted;
        this.staleBefore = staleBefore;
    }

    /** The statuses that satisfy a condition; a heartbeat before {@code staleBefore} is too old. */
    static PresentStatus where(Predicate<JobStatus> condition, long staleBefore) {
        return new PresentStatus(having(condition), staleBefore);
    }

    /** The status that a stored one stands for. */
    static JobStatus of(JobStatus stored, long heartbeatAt, long staleBefore) {
        return !stored.isEnded() && heartbeatAt < staleBefore ? JobStatus.INTERRUPTED : stored;
    }

    String hql() {
        String isWanted = "j.run.status in " + HqlConstants.list(wanted);
        String live = HqlConstants.list(LIVE);
        return wanted.contains(JobStatus.INTERRUPTED)
                ? "(" + isWanted + " or j.run.status in " + live + " and j.run.heartbeatAt < :staleBefore)"
                : "(" + isWanted + " and (j.run.status not in " + live + " or j.run.heartbeatAt >= :staleBefore))";
    }

    <Q extends Query> Q bind(Q query) {
        query.setParameter("staleBefore", staleBefore);
        return query;
    }

    private static Set<JobStatus> having(Predicate<JobStatus> condition) {
        Set<JobStatus> statuses = EnumSet.noneOf(JobStatus.class);
        Arrays.stream(JobStatus.values()).filter(condition).forEach(statuses::add);
        return statuses;
    }
}
