// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import java.util.List;
import java.util.Map;

/**
 * What was measured of one workload: records a second of each round, and the share of each phase of the import's chunks.
 *
 * @param partialImport empty where partial import does not know the kind
 */
record Measured(
        String workload,
        int records,
        List<Double> keylift,
        List<Double> adminApi,
        List<Double> partialImport,
        List<Double> copy,
        Map<String, Double> phases) {

    static double median(List<Double> values) {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
