// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.JobStatus;

/** Ends a run that has more rejects than its caller allows. */
final class RejectLimit {

    private final ImportOptions options;
    private final RunControl control;

    RejectLimit(ImportOptions options, RunControl control) {
        this.options = options;
        this.control = control;
    }

    /**
     * @param entry of a chunk that is committed
     * @param all outcomes of the chunks up to it
     */
    void check(ChunkEntry entry, Counters all) {
        if (entry.counters().rejected() == 0) {
            return;
        }
        if (options.stopOnReject()) {
            control.end(JobStatus.STOPPED, "rejected", "The import stopped at the first chunk with a reject");
        } else if (all.rejected() > options.maxRejects()) {
            control.end(
                    JobStatus.STOPPED,
                    "too_many_rejects",
                    "The import has more than " + options.maxRejects() + " rejects");
        }
    }
}
