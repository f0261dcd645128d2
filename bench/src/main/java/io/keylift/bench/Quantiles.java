// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.List;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.commons.math3.stat.descriptive.rank.Percentile.EstimationType;

/** Quantiles and mean of measured values; not a number without values. */
public final class Quantiles {

    private Quantiles() {}

    /** The middle value, or the mean of the two middle values. */
    public static double median(List<Double> values) {
        return StatUtils.percentile(array(values), 50);
    }

    static double mean(List<Double> values) {
        return StatUtils.mean(array(values));
    }

    /** The smallest value that at least this share of the values does not exceed. */
    public static double nearestRank(List<Double> values, double share) {
        return new Percentile().withEstimationType(EstimationType.R_1).evaluate(array(values), share * 100);
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
