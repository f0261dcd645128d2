// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.request;

import java.util.OptionalLong;

/** Whole numbers within limits, as options and query parameters have them. */
public final class WholeNumbers {

    private WholeNumbers() {}

    /** The number; empty if the text is none, or one beyond the limits. */
    public static OptionalLong parse(String text, long min, long max) {
        try {
            long number = Long.parseLong(text);
            return number >= min && number <= max ? OptionalLong.of(number) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** What is expected, for a message. */
    public static String range(long min, long max) {
        return max == Long.MAX_VALUE
                ? "a whole number of at least " + min
                : "a whole number from " + min + " to " + max;
    }
}
