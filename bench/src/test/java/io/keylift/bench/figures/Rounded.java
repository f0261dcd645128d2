// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.figures;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats figures for tables, rounded so that none looks better than it is. */
final class Rounded {

    private static final MathContext RATE = new MathContext(3, RoundingMode.DOWN);
    private static final MathContext SHARE = new MathContext(2, RoundingMode.DOWN);
    private static final double SMALL = 0.1;

    private Rounded() {}

    /** Three digits, rounded down. */
    static String rate(double perSecond) {
        return String.format(Locale.ROOT, "%,.0f/s", rounded(perSecond));
    }

    /** Millions an hour at this rate. */
    static String millionsAnHour(double perSecond) {
        return String.format(Locale.ROOT, "%.0f million", Math.floor(rounded(perSecond) * 3600 / 1e6));
    }

    private static double rounded(double rate) {
        return BigDecimal.valueOf(rate).round(RATE).doubleValue();
    }

    /** Rounds down; a small ratio keeps two significant digits. */
    static String ratio(double ratio, int digits) {
        BigDecimal exact = BigDecimal.valueOf(ratio);
        return (ratio < SMALL ? exact.round(SHARE) : exact.setScale(digits, RoundingMode.DOWN)).toPlainString();
    }

    /** Rounded up. */
    static String cost(double cost, int digits) {
        return BigDecimal.valueOf(cost).setScale(digits, RoundingMode.CEILING).toPlainString();
    }

    /** To a tenth of a percent. */
    static String percent(double share) {
        return BigDecimal.valueOf(100 * share).setScale(1, RoundingMode.HALF_UP).toPlainString() + " %";
    }

    /** Rounded up. */
    static String millis(double millis) {
        return cost(millis, millis < 10 ? 1 : 0) + " ms";
    }

    /** Rounded up. */
    static String kilobytes(double bytes) {
        return cost(bytes / 1e3, 1) + " kB";
    }

    /** Rounded up. */
    static String gigabytes(double bytes) {
        return cost(bytes / 1e9, 1) + " GB";
    }
}
