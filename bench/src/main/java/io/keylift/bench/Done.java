// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.Map;

/**
 * Time and cost of an operation.
 *
 * @param cpu CPU time of a record
 * @param written bytes of the whole operation
 * @param phases seconds of chunks in each phase; empty without chunks
 * @param database statements and round trips of the whole operation; {@code null} if they are not counted
 */
record Done(
        Operation operation,
        int records,
        double seconds,
        CpuTimes cpu,
        Written written,
        Map<String, Double> phases,
        DatabaseCalls database) {

    double rate() {
        return records / seconds;
    }
}
