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
 * The seconds of a load in which requests took far longer than before an event, or in which none ended although some
 * must have arrived, with the phases of the additional time.
 *
 * @param usual mean duration of a request before the event, in milliseconds: the median of the seconds
 * @param stalls the stalled seconds, the earliest first
 */
record StalledSeconds(double usual, List<Stall> stalls) {

    /** Factor from which a second counts as stalled. */
    static final double FACTOR = 3;

    /** Minimum additional mean duration of the requests of a stalled second, in milliseconds. */
    static final double LEAST_MILLIS = 20;

    /** Maximum probability of a silence that counts as a stall. Operations arrive at random moments. */
    private static final double CHANCE = 0.001;

    /**
     * A stalled second. If no request ended in it, the time of waiting requests counts in the second in which they end.
     *
     * @param second requests of the second
     * @param excess milliseconds in each phase beyond those of as many requests before the event, the largest first
     */
    record Stall(SecondOfLoad second, List<Map.Entry<String, Double>> excess) {}

    /**
     * Finds the stalled seconds.
     *
     * @param seconds all seconds of the load, one after the other
     * @param rate operations that arrive in a second
     * @param event time of the event; at least one second must precede it
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

    /** The seconds of each silence that is too long to be random. */
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

    /** Additional milliseconds of all stalled seconds, by phase. */
    Map<String, Double> total() {
        Map<String, Double> total = new TreeMap<>();
        for (Stall stall : stalls) {
            stall.excess().forEach(phase -> total.merge(phase.getKey(), phase.getValue(), Double::sum));
        }
        return total;
    }
}
