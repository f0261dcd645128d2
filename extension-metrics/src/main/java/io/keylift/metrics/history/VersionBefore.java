// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The version that ran before this one, and the time of its requests to compare with.
 *
 * @param from beginning of that time
 * @param to end of that time: the end of its last slice
 */
record VersionBefore(String version, Instant from, Instant to) {

    /**
     * At least one day, to cover daily patterns. It begins at midnight, so the figures stay the same when the slices
     * become days.
     */
    static VersionBefore of(String version, Instant end) {
        Instant dayBefore = end.minus(Duration.ofDays(1)).minusSeconds(1);
        return new VersionBefore(version, Resolution.DAYS.beginning(dayBefore), end);
    }

    /**
     * Finds it: the last other version with requests before this server started. While nodes are replaced, those that
     * still run the old version do not take the new one for it. Once found, it stays the same until this server ends.
     */
    static final class Search {

        private final String version;
        private final Instant start;
        private VersionBefore found;

        /**
         * @param version version of this server
         * @param start start of this server
         */
        Search(String version, Instant start) {
            this.version = version;
            this.start = start;
        }

        /** Empty if there is none. */
        synchronized Optional<VersionBefore> of(HistoryTable table) throws SQLException {
            if (found == null) {
                found = table.versions(start).entrySet().stream()
                        .filter(entry -> !entry.getKey().equals(version))
                        .max(Map.Entry.comparingByValue())
                        .map(entry -> VersionBefore.of(entry.getKey(), entry.getValue()))
                        .orElse(null);
            }
            return Optional.ofNullable(found);
        }
    }
}
