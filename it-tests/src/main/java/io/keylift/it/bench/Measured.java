// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import java.util.List;
import java.util.Map;

/**
 * What was measured of one workload. Rates are records a second, one for each round.
 *
 * @param partialImport empty where partial import does not know the kind
 * @param phases share of each phase in the time of the import's chunks, in the last round
 * @param cpu CPU time of a record, of the import and of COPY, in the last round
 */
record Measured(
        String workload,
        int records,
        List<Double> keylift,
        List<Double> adminApi,
        List<Double> partialImport,
        List<Double> copy,
        Map<String, Double> phases,
        Map<String, CpuTimes> cpu) {

    static double median(List<Double> values) {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
