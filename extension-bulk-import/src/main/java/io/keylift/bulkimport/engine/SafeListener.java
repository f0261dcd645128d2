// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import org.jboss.logging.Logger;

/** Keeps a listener's exceptions away from the import. */
final class SafeListener implements ImportListener {

    private static final Logger LOG = Logger.getLogger(SafeListener.class);

    private final ImportListener delegate;

    SafeListener(ImportListener delegate) {
        this.delegate = delegate;
    }

    @Override
    public void jobStarted(ImportJob job) {
        guarded(() -> delegate.jobStarted(job));
    }

    @Override
    public void jobEnded(ImportJob job, JobStatus status) {
        guarded(() -> delegate.jobEnded(job, status));
    }

    @Override
    public void chunkStarted(ImportJob job, int chunk) {
        guarded(() -> delegate.chunkStarted(job, chunk));
    }

    @Override
    public void chunkCommitted(ImportJob job, ChunkEntry entry, ChunkPhaseTimes times) {
        guarded(() -> delegate.chunkCommitted(job, entry, times));
    }

    @Override
    public void chunkFailed(ImportJob job, int chunk, Throwable cause) {
        guarded(() -> delegate.chunkFailed(job, chunk, cause));
    }

    private static void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            LOG.warn("An import listener failed", e);
        }
    }
}
