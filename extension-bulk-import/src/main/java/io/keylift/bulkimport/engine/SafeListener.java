// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/** Keeps a listener's exceptions and errors away from the import. The first one is logged. */
final class SafeListener implements ImportListener {

    private static final Logger LOG = Logger.getLogger(SafeListener.class);

    private final ImportListener delegate;
    private final AtomicBoolean hasFailed = new AtomicBoolean();

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

    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (Throwable e) {
            if (hasFailed.compareAndSet(false, true)) {
                LOG.warn("An import listener failed (further failures are not logged)", e);
            }
        }
    }
}
