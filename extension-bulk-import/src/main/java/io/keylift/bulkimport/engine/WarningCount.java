// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.RecordWarning;
import io.keylift.bulkimport.job.Warning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The warnings of a job: those of its input as a whole, and those that records give reason for. For what many added
 * records may have in common, the job has the warning only if nearly all of many records do; for what an undo did not
 * give back or what is left out, if one record does.
 */
final class WarningCount {

    static final long MANY = 100;
    private static final double NEARLY_ALL = 0.99;

    private final Map<Warning, Long> counts = new LinkedHashMap<>();
    private final ChunkInput input;
    private final DroppedCounts leftOut = new DroppedCounts();
    private long added;
    private long notRestored;

    /** @param before warnings of earlier runs of the job */
    WarningCount(ChunkInput input, List<Warning> before) {
        this.input = input;
        leftOut.add(before);
    }

    synchronized void add(DroppedCounts ofChunk) {
        leftOut.add(ofChunk);
    }

    synchronized void add(Map<Warning, Long> warnings, long addedRecords) {
        warnings.forEach((warning, count) -> counts.merge(warning, count, Long::sum));
        added += addedRecords;
    }

    /** Counts the records of a chunk, of this run or an earlier one, that have a warning of their own. */
    synchronized void add(ChunkEntry entry) {
        notRestored +=
                entry.report().stream().filter(RecordWarning.class::isInstance).count();
    }

    synchronized List<Warning> warnings() {
        List<Warning> warnings = new ArrayList<>(input.warnings());
        counts.forEach((warning, count) -> {
            if (added >= MANY && count >= NEARLY_ALL * added) {
                warnings.add(warning);
            }
        });
        if (notRestored > 0) {
            warnings.add(new Warning(
                    Warning.ROWS_NOT_RESTORED,
                    "Not all rows that referred to " + (notRestored == 1 ? "one object" : notRestored + " objects")
                            + " were given back. `GET jobs/{id}/rejects` tells which, and why."));
        }
        warnings.addAll(leftOut.warnings());
        return warnings;
    }
}
