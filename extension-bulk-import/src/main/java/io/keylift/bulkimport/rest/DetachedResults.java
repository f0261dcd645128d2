// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.engine.RecordResult;
import io.keylift.bulkimport.engine.ResultSink;
import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Warning;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Results of an import that already has its response: the caller gets them from the job and its list of rejects. */
record DetachedResults(Closeable body) implements ResultSink {

    @Override
    public void opened(ImportJob job) {}

    @Override
    public void committed(ChunkEntry entry, List<RecordResult> records, boolean resumed) {}

    @Override
    public void ended(
            JobStatus status,
            String code,
            String message,
            List<Warning> warnings,
            Counters counters,
            long processed,
            long nanos) {
        try {
            body.close();
        } catch (IOException e) {
            throw new UncheckedIOException("The spool of an input cannot be closed", e);
        }
    }
}
