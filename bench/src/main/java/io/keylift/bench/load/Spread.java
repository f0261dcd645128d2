// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.Quantiles;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Values of one figure, one for each repetition; empty if it was not measured. */
record Spread(List<Double> values) {

    static <T> Spread of(List<T> measured, ToDoubleFunction<T> figure) {
        return new Spread(measured.stream().map(figure::applyAsDouble).toList());
    }

    /** The median; not a number without values. */
    double median() {
        return Quantiles.median(values);
    }

    double least() {
        return values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
    }

    double most() {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    }

    /** The median and, for several values, the smallest and the largest one. */
    @Override
    public String toString() {
        String median = Numbers.round(median());
        return values.size() < 2
                ? median
                : median + " (" + Numbers.round(least()) + " to " + Numbers.round(most()) + ")";
    }
}
