// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import io.keylift.client.answer.Counts;
import io.keylift.client.answer.SummaryLine;
import java.util.List;

/**
 * How the streams of an input have ended.
 *
 * @param summaries one for each stream, in their order
 */
public record StreamedJob(List<SummaryLine> summaries) {

    private static final List<String> WORST_FIRST = List.of("FAILED", "CANCELLED", "INTERRUPTED", "STOPPED");

    /** The worst status of a stream: {@code COMPLETED} if all streams were completed. */
    public SummaryLine worst() {
        for (String status : WORST_FIRST) {
            for (SummaryLine summary : summaries) {
                if (summary.status().equals(status)) {
                    return summary;
                }
            }
        }
        return summaries.get(0);
    }

    public Counts counts() {
        return summaries.stream().map(SummaryLine::counts).reduce(Counts.NONE, Counts::plus);
    }

    /** Of the stream that took longest. */
    public double seconds() {
        return summaries.stream().mapToDouble(SummaryLine::seconds).max().orElse(0);
    }
}
