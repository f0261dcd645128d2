// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.Map;

/**
 * A run of an import.
 *
 * @param seconds seconds from the first byte sent to the last one read
 * @param cpu CPU time of a record
 * @param phases seconds of chunks in each phase; empty if there are no chunks
 */
record Run(int records, double seconds, CpuTimes cpu, Map<String, Double> phases) {

    /** Records a second. */
    double rate() {
        return records / seconds;
    }

    Run withPhases(Map<String, Double> ofChunks) {
        return new Run(records, seconds, cpu, ofChunks);
    }
}
