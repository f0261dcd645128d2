// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * The mean of a few measurements.
 *
 * @param low lower limit of the confidence interval of the mean at 95 %, two-sided; not a number for a single
 *     measurement
 * @param high upper limit, likewise
 * @param least smallest measured value
 * @param most largest measured value
 */
public record Mean(int times, double mean, double low, double high, double least, double most) {

    private static final double CONFIDENCE = 0.95;

    /** Uses Student's distribution, which suits small numbers of measurements. */
    public static Mean of(List<Double> measured) {
        SummaryStatistics all = new SummaryStatistics();
        measured.forEach(all::addValue);
        double half = measured.size() < 2
                ? Double.NaN
                : new TDistribution(measured.size() - 1).inverseCumulativeProbability((1 + CONFIDENCE) / 2)
                        * all.getStandardDeviation()
                        / Math.sqrt(measured.size());
        return new Mean(
                measured.size(), all.getMean(), all.getMean() - half, all.getMean() + half, all.getMin(), all.getMax());
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%.4f (95 %%: %.4f to %.4f; %d: %.3f..%.3f)", mean, low, high, times, least, most);
    }
}
