// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.telemetry;

import io.keylift.bulkimport.engine.ChunkPhaseTimes;
import io.keylift.bulkimport.engine.ImportListener;
import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import io.micrometer.core.instrument.Metrics;
import org.keycloak.models.KeycloakSessionFactory;

/** Exposes imports to Micrometer and OpenTelemetry. */
public final class ImportTelemetry implements ImportListener, AutoCloseable {

    private final ImportMeters meters = new ImportMeters(Metrics.globalRegistry);
    private final ImportSpans spans;

    public ImportTelemetry(KeycloakSessionFactory sessionFactory) {
        this.spans = new ImportSpans(sessionFactory);
    }

    @Override
    public void jobStarted(ImportJob job) {
        meters.jobStarted(job.spec());
        spans.jobStarted(job);
    }

    @Override
    public void jobEnded(ImportJob job, JobStatus status) {
        meters.jobEnded(job.spec(), status);
        spans.jobEnded(job, status);
    }

    @Override
    public void chunkStarted(ImportJob job, int chunk) {
        meters.chunkStarted(job.spec());
        spans.chunkStarted(job, chunk);
    }

    @Override
    public void chunkCommitted(ImportJob job, ChunkEntry entry, ChunkPhaseTimes times) {
        meters.chunkCommitted(job.spec(), entry.counters(), times);
        spans.chunkCommitted(job, entry);
    }

    @Override
    public void chunkFailed(ImportJob job, int chunk, Throwable cause) {
        meters.chunkFailed(job.spec());
        spans.chunkFailed(job, chunk, cause);
    }

    @Override
    public void close() {
        meters.close();
    }
}
