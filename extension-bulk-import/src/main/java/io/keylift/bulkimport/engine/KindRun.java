// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.kind.spi.RecordOperation;

/**
 * A kind in a run of a job, as all its chunks share it.
 *
 * @param job the job as the records of the kind see it
 * @param operation the operation on the records
 * @param sessions the sessions of the run, with the records' policy for existing objects
 * @param waiting keys of the deferred records of the run
 */
record KindRun<V>(
        ImportJob job,
        RecordOperation<?, V> operation,
        RecordKeys<V> keys,
        ImportSessions sessions,
        WaitingKeys waiting) {

    /** That of the job. */
    JobSpec spec() {
        return job.spec();
    }
}
