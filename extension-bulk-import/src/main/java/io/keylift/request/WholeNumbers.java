// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.request;

import java.util.OptionalLong;

/** Parses whole numbers within limits, for options and query parameters. */
public final class WholeNumbers {

    private WholeNumbers() {}

    /** The number; empty if the text is not a whole number or the number is outside the limits. */
    public static OptionalLong parse(String text, long min, long max) {
        try {
            long number = Long.parseLong(text);
            return number >= min && number <= max ? OptionalLong.of(number) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** The accepted values, for a message. */
    public static String range(long min, long max) {
        return max == Long.MAX_VALUE
                ? "a whole number of at least " + min
                : "a whole number from " + min + " to " + max;
    }
}
