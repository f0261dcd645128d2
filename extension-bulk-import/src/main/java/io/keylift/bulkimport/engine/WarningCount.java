// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Warning;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts added records that give reason for a warning. The job has the warning only if nearly all of many records do.
 */
final class WarningCount {

    private static final long MANY = 100;
    private static final double NEARLY_ALL = 0.99;

    private final Map<Warning, Long> counts = new LinkedHashMap<>();
    private long added;

    synchronized void add(Map<Warning, Long> warnings, long addedRecords) {
        warnings.forEach((warning, count) -> counts.merge(warning, count, Long::sum));
        added += addedRecords;
    }

    synchronized List<Warning> warnings() {
        return counts.entrySet().stream()
                .filter(entry -> added >= MANY && entry.getValue() >= NEARLY_ALL * added)
                .map(Map.Entry::getKey)
                .toList();
    }
}
