// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.answer.Counts;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The line that shows how far a job is. */
final class ProgressText {

    private static final int BAR = 20;

    private final String job;
    private final long length;
    private final LongSupplier clock;
    private final long start;

    /** @param length bytes of the input, or -1 */
    ProgressText(String job, long length, LongSupplier clock) {
        this.job = job;
        this.length = length;
        this.clock = clock;
        this.start = clock.getAsLong();
    }

    /** @param sent bytes that all streams together have sent */
    String line(Counts counts, long sent) {
        double seconds = (clock.getAsLong() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        StringBuilder line = new StringBuilder(job).append(": ");
        double share = length <= 0 ? 0 : Math.min(1, sent / (double) length);
        if (length > 0) {
            int full = (int) (share * BAR);
            line.append('[').append("#".repeat(full)).append("-".repeat(BAR - full));
            line.append(String.format(Locale.ROOT, "] %d %%, ", (int) (share * 100)));
        }
        if (share > 0 && share < 1) {
            long left = Math.round(seconds / share - seconds);
            line.append(String.format(Locale.ROOT, "%d:%02d:%02d left, ", left / 3600, left / 60 % 60, left % 60));
        }
        line.append(String.format(Locale.ROOT, "%,d/s, ", Math.round(counts.read() / Math.max(seconds, 0.001))));
        line.append(Summary.text(counts));
        return line.toString();
    }
}
