// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats figures for readers. */
final class Numbers {

    private static final int DIGITS = 3;

    private Numbers() {}

    /** Rounded to three significant digits. */
    static double significant(double value) {
        return Double.isFinite(value) && value != 0
                ? new BigDecimal(value)
                        .round(new MathContext(DIGITS, RoundingMode.HALF_UP))
                        .doubleValue()
                : value;
    }

    /** Rounds to three significant digits, as a text without an exponent; a dash for not a number. */
    static String round(double value) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        double rounded = significant(value);
        if (rounded == Math.rint(rounded)) {
            return String.format(Locale.ROOT, "%,d", (long) rounded);
        }
        return BigDecimal.valueOf(rounded).stripTrailingZeros().toPlainString();
    }

    /** A ratio with three decimal digits; a dash for not a number. */
    static String ratio(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.3f", value) : "-";
    }
}
