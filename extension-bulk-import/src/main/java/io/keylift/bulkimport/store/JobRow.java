// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.Warning;
import java.util.ArrayList;
import java.util.List;

/**
 * The row of a job in the order of {@link #SELECT}.
 *
 * @param leftOut stored text of the warnings about dropped parts of records, or {@code null}
 * @param input {@code null} before the whole input is read
 */
record JobRow(
        String uid,
        StoredSpec spec,
        StoredRun run,
        String createdBy,
        long createdAt,
        String leftOut,
        StoredInput input) {

    static final String SELECT =
            "select j.uid, j.spec, j.run, j.createdBy, j.createdAt, j.leftOut, j.input from KeyliftJobEntity j ";

    ImportJob toJob(long staleBefore, Counters counters) {
        List<Warning> warnings = new ArrayList<>(run.warnings());
        warnings.addAll(WarningLines.read(leftOut));
        return new ImportJob(
                uid,
                spec.toSpec(),
                run.status(staleBefore),
                run.number(),
                createdBy,
                run.node(),
                createdAt,
                run.startedAt(),
                run.heartbeatAt(),
                run.finishedAt(),
                run.paused(),
                run.code(),
                run.message(),
                List.copyOf(warnings),
                input == null ? null : input.toInput(),
                counters);
    }
}
