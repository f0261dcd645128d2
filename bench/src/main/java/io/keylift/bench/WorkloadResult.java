// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The measurements of one workload.
 *
 * @param sides measurements of each contender, by its label
 */
record WorkloadResult(String workload, Map<String, Side> sides) {

    WorkloadResult(String workload) {
        this(workload, new LinkedHashMap<>());
    }

    /**
     * One contender.
     *
     * @param ratesByConnections rates by which its number of connections was chosen; empty if there was no choice
     * @param runs one run for each round
     */
    record Side(WarmUp.Result warmUp, Map<Integer, Double> ratesByConnections, List<Run> runs) {

        Side(WarmUp.Result warmUp, Map<Integer, Double> ratesByConnections) {
            this(warmUp, ratesByConnections, new ArrayList<>());
        }

        List<Double> rates() {
            return runs.stream().map(Run::rate).toList();
        }

        /** Median CPU time of a record. */
        double cpu(ToDoubleFunction<CpuTimes> of) {
            return Quantiles.median(
                    runs.stream().map(run -> of.applyAsDouble(run.cpu())).toList());
        }

        /** Share of each phase in the time of all chunks of all rounds, from 0 to 1. */
        Map<String, Double> phases() {
            return Phases.shares(runs.stream().map(Run::phases).toList());
        }
    }

    /** Median of a contender's rates; not a number if it was not measured. */
    double rate(String label) {
        Side side = sides.get(label);
        return side == null ? Double.NaN : Quantiles.median(side.rates());
    }

    /** Rate of the first contender as a multiple of that of each other one. */
    Map<String, Double> ratios() {
        Map<String, Double> ratios = new LinkedHashMap<>();
        String first = sides.keySet().iterator().next();
        sides.keySet().stream().skip(1).forEach(other -> ratios.put(other, rate(first) / rate(other)));
        return ratios;
    }
}
