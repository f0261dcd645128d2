// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.StreamedJob;
import io.keylift.client.answer.Counts;

/** Exit codes of commands. */
final class ExitCode {

    static final int COMPLETED = 0;

    /** Completed, but not for all records. */
    static final int WITH_REJECTS = 1;

    static final int USAGE = 2;

    /** The job stopped at a limit that the caller has set. */
    static final int STOPPED = 3;

    static final int FAILED = 4;

    private ExitCode() {}

    static int of(StreamedJob job) {
        return switch (job.worst().status()) {
            case "COMPLETED" -> isClean(job.counts()) ? COMPLETED : WITH_REJECTS;
            case "STOPPED" -> STOPPED;
            default -> FAILED;
        };
    }

    private static boolean isClean(Counts counts) {
        return counts.rejected() + counts.of("different") + counts.of("missing") + counts.of("extra") == 0;
    }
}
