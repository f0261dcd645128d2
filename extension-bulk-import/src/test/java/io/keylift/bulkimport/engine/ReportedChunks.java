// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Warning;
import java.util.ArrayList;
import java.util.List;

/** Keeps what is reported of a run. */
final class ReportedChunks implements ResultSink {

    private final List<Integer> numbers = new ArrayList<>();
    private final List<String> ends = new ArrayList<>();

    /** Numbers of the chunks. */
    List<Integer> numbers() {
        return numbers;
    }

    /** Status and code of each end. */
    List<String> ends() {
        return ends;
    }

    @Override
    public void opened(ImportJob job) {}

    @Override
    public void committed(ChunkEntry entry, List<RecordResult> records, boolean resumed) {
        numbers.add(entry.chunk());
    }

    @Override
    public void ended(
            JobStatus status,
            String code,
            String message,
            List<Warning> warnings,
            Counters counters,
            long processed,
            long nanos) {
        ends.add(status + " " + code);
    }
}
