// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;

/** Listens to the engine, on the engine's threads. Exceptions are logged and ignored. */
public interface ImportListener {

    /** A run of a job begins. */
    default void jobStarted(ImportJob job) {}

    /** A run of a job has ended. */
    default void jobEnded(ImportJob job, JobStatus status) {}

    /** Work on a chunk begins, on the thread that will do it. */
    default void chunkStarted(ImportJob job, int chunk) {}

    /** A chunk is committed, on the thread that did it. */
    default void chunkCommitted(ImportJob job, ChunkEntry entry, ChunkPhaseTimes times) {}

    /** A chunk will not be committed, on the thread that tried. */
    default void chunkFailed(ImportJob job, int chunk, Throwable cause) {}
}
