// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.history.HistoryReader;
import io.keylift.metrics.history.HistoryUnavailableException;
import io.keylift.metrics.history.TimingsHistory;
import java.util.Optional;
import java.util.function.Function;

/** Lets callers read the history, within a rate: each call reads many rows of the database. */
final class HistoryAccess {

    private static final int PER_SECOND = 2;
    private static final int AT_ONCE = 4;

    private final RateLimit limit = new RateLimit(PER_SECOND, AT_ONCE, System::nanoTime);

    /**
     * Returns the result of the question.
     *
     * @param history empty if there is none
     * @param opening makes a reader of the history
     * @param question reads from the history
     * @throws RefusedException if the history cannot be read now
     */
    <T> T read(
            Optional<TimingsHistory> history,
            Function<TimingsHistory, HistoryReader> opening,
            Function<HistoryReader, T> question) {
        TimingsHistory found = history.orElseThrow(() -> new RefusedException(
                RefusedException.NOT_FOUND,
                "The history of timings is not available: the server is starting, or it is disabled"));
        if (!limit.isWithin()) {
            throw new RefusedException(
                    RefusedException.TOO_MANY_REQUESTS,
                    "Too many requests for the history of timings; try again in a second");
        }
        try {
            return question.apply(opening.apply(found));
        } catch (HistoryUnavailableException e) {
            throw new RefusedException(
                    RefusedException.UNAVAILABLE,
                    "The history of timings is not available: see the warning in the server's log");
        }
    }
}
