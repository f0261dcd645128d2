// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/** Two lines of the log for each run of a job. No option of a caller suppresses them. */
record JobLog(ImportJob job, Caller caller) {

    private static final Logger LOG = Logger.getLogger(JobLog.class);

    void begin() {
        LOG.infof("Job %s begins: %s", job.spec().id(), what());
    }

    void end(JobStatus status, Counters counters) {
        String outcomes = counters.byName(job.spec()).entrySet().stream()
                .map(outcome -> outcome.getKey() + " " + outcome.getValue())
                .collect(Collectors.joining(", "));
        LOG.infof("Job %s ends as %s: %s, %s", job.spec().id(), status, what(), outcomes);
    }

    private String what() {
        JobSpec spec = job.spec();
        return "realm %s, kind %s, op %s%s, run %d, caller %s"
                .formatted(
                        spec.realmId(),
                        spec.kind(),
                        spec.operation().name().toLowerCase(Locale.ROOT),
                        spec.dryRun() ? " (dry run)" : "",
                        job.run(),
                        caller.userId());
    }
}
