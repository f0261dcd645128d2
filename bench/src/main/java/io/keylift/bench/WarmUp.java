// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides when a warm-up ends: after some seconds of work, if the rates of the last two windows differ by less than 5
 * %, and in any case after three times as long.
 */
final class WarmUp {

    private static final double CLOSE = 0.05;
    private static final int LONGEST = 3;

    private final double leastSeconds;
    private final List<Double> rates = new ArrayList<>();
    private double seconds;

    WarmUp(double leastSeconds) {
        this.leastSeconds = leastSeconds;
    }

    /**
     * Course of a warm-up.
     *
     * @param seconds its duration
     * @param steady whether the last two rates differed by less than 5 %, or no warm-up was needed
     * @param rates rates of its windows
     */
    record Result(double seconds, boolean steady, List<Double> rates) {}

    /** Adds a window of work. */
    void add(double rate, double windowSeconds) {
        rates.add(rate);
        seconds += windowSeconds;
    }

    boolean isDone() {
        return seconds >= leastSeconds && (isSteady() || seconds >= LONGEST * leastSeconds);
    }

    Result result() {
        return new Result(seconds, leastSeconds == 0 || isSteady(), List.copyOf(rates));
    }

    private boolean isSteady() {
        if (rates.size() < 2) {
            return false;
        }
        double last = rates.get(rates.size() - 1);
        double before = rates.get(rates.size() - 2);
        return Math.abs(last - before) < CLOSE * Math.max(last, before);
    }
}
