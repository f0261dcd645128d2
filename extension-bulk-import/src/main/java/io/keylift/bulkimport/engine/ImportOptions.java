// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobSpec;

/**
 * The caller's options for one run of a job.
 *
 * @param spec definition of the job
 * @param parallelism chunks in flight, or 0 to let the engine find the best number
 * @param stopOnReject whether the import stops after the first chunk with a reject
 * @param maxRejects the import stops when it has more rejects than this
 * @param events which events are fired
 * @param results which lines the response has
 * @param maxRemovals how many objects a mirror may remove
 */
public record ImportOptions(
        JobSpec spec,
        int parallelism,
        boolean stopOnReject,
        long maxRejects,
        EventMode events,
        Results results,
        RemovalLimit maxRemovals) {

    /** The options of records that have a policy of their own. */
    ImportOptions with(IfExists policy) {
        return new ImportOptions(
                spec.with(policy), parallelism, stopOnReject, maxRejects, events, results, maxRemovals);
    }

    /** Which lines the response of an import has between the first and the last. */
    public enum Results {
        /** Rejects and chunks. */
        REJECTS,
        /** Every record, and chunks. */
        ALL,
        /** None. */
        SUMMARY
    }
}
