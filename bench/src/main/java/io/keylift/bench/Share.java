// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import org.apache.commons.math3.stat.interval.ConfidenceInterval;
import org.apache.commons.math3.stat.interval.WilsonScoreInterval;

/**
 * A share that was found by samples.
 *
 * @param ours samples that count
 * @param of all of them
 * @param share not a number if there are no samples
 * @param low the least that it is with a confidence of 95 %
 * @param high the most, likewise
 */
record Share(int ours, int of, double share, double low, double high) {

    private static final double CONFIDENCE = 0.95;

    /** With Wilson's score interval, which also holds for shares of almost nothing. */
    static Share of(int ours, int of) {
        if (of == 0) {
            return new Share(ours, of, Double.NaN, Double.NaN, Double.NaN);
        }
        ConfidenceInterval interval = new WilsonScoreInterval().createInterval(of, ours, CONFIDENCE);
        return new Share(ours, of, (double) ours / of, interval.getLowerBound(), interval.getUpperBound());
    }
}
