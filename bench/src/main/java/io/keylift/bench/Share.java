// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import org.apache.commons.math3.stat.interval.ConfidenceInterval;
import org.apache.commons.math3.stat.interval.WilsonScoreInterval;

/**
 * A share that is estimated by samples.
 *
 * @param ours matching samples
 * @param of all samples
 * @param share share; not a number without samples
 * @param low lower limit of its confidence interval at 95 %
 * @param high upper limit, likewise
 */
record Share(int ours, int of, double share, double low, double high) {

    private static final double CONFIDENCE = 0.95;

    /** Uses Wilson's score interval, which also holds for very small shares. */
    static Share of(int ours, int of) {
        if (of == 0) {
            return new Share(ours, of, Double.NaN, Double.NaN, Double.NaN);
        }
        ConfidenceInterval interval = new WilsonScoreInterval().createInterval(of, ours, CONFIDENCE);
        return new Share(ours, of, (double) ours / of, interval.getLowerBound(), interval.getUpperBound());
    }
}
