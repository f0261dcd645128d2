// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The seconds of a load in which requests took far longer than before something happened, or none ended though some
 * must have arrived, and where that time sat.
 *
 * @param usual mean duration of a request before, in milliseconds: the median of the seconds
 * @param stalls the stalled seconds, the earliest first
 */
record StalledSeconds(double usual, List<Stall> stalls) {

    /** A second is stalled from this factor on. */
    static final double FACTOR = 3;

    /** A second is not stalled if its requests took less than this longer on average, in milliseconds. */
    static final double LEAST_MILLIS = 20;

    /** Operations arrive at random moments. A silence is a stall if it has this probability at most. */
    private static final double CHANCE = 0.001;

    /**
     * A stalled second. If no request ended in it, the time of those that stood then is that of the second in which
     * they ended.
     *
     * @param second its requests
     * @param excess milliseconds in each phase beyond what so many requests take before, the most first
     */
    record Stall(SecondOfLoad second, List<Map.Entry<String, Double>> excess) {}

    /**
     * Finds them.
     *
     * @param seconds of the whole load, one after the other
     * @param rate operations that arrive in a second
     * @param event when something happened; at least one second must lie before
     */
    static StalledSeconds of(List<SecondOfLoad> seconds, double rate, Instant event) {
        List<SecondOfLoad> before = seconds.stream()
                .filter(second -> second.requests() > 0 && second.at().isBefore(event))
                .toList();
        if (before.isEmpty()) {
            throw new IllegalArgumentException("No request ended before " + event);
        }
        double usual = median(before);
        Map<String, Double> usualPhases = means(before);
        Set<SecondOfLoad> silent = silent(seconds, rate);
        List<Stall> stalls = seconds.stream()
                .filter(second -> !second.at().isBefore(event))
                .filter(second -> silent.contains(second)
                        || second.mean() >= FACTOR * usual && second.mean() - usual >= LEAST_MILLIS)
                .sorted(Comparator.comparing(SecondOfLoad::at))
                .map(second -> new Stall(second, excess(second, usualPhases)))
                .toList();
        return new StalledSeconds(usual, stalls);
    }

    /** The seconds of each silence that is too long for chance. */
    private static Set<SecondOfLoad> silent(List<SecondOfLoad> seconds, double rate) {
        Set<SecondOfLoad> silent = new HashSet<>();
        List<SecondOfLoad> silence = new ArrayList<>();
        for (SecondOfLoad second : seconds) {
            if (second.requests() > 0) {
                silence.clear();
                continue;
            }
            silence.add(second);
            if (Math.exp(-rate * silence.size()) <= CHANCE) {
                silent.addAll(silence);
            }
        }
        return silent;
    }

    private static double median(List<SecondOfLoad> seconds) {
        List<Double> means = seconds.stream().map(SecondOfLoad::mean).sorted().toList();
        return means.get(means.size() / 2);
    }

    private static Map<String, Double> means(List<SecondOfLoad> seconds) {
        Map<String, Double> sums = new HashMap<>();
        double requests = 0;
        for (SecondOfLoad second : seconds) {
            requests += second.requests();
            second.phases().forEach((phase, millis) -> sums.merge(phase, millis, Double::sum));
        }
        double all = requests;
        sums.replaceAll((phase, millis) -> millis / all);
        return sums;
    }

    private static List<Map.Entry<String, Double>> excess(SecondOfLoad second, Map<String, Double> usual) {
        List<Map.Entry<String, Double>> excess = new ArrayList<>();
        second.phases().forEach((phase, millis) -> {
            double more = millis - usual.getOrDefault(phase, 0.0) * second.requests();
            if (more > 0) {
                excess.add(Map.entry(phase, more));
            }
        });
        excess.sort(Map.Entry.<String, Double>comparingByValue().reversed());
        return excess;
    }

    /** Milliseconds beyond the usual of all stalled seconds, by phase. */
    Map<String, Double> total() {
        Map<String, Double> total = new TreeMap<>();
        for (Stall stall : stalls) {
            stall.excess().forEach(phase -> total.merge(phase.getKey(), phase.getValue(), Double::sum));
        }
        return total;
    }
}
