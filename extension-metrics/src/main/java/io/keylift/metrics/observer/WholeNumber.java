// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import java.util.OptionalInt;

/** Reads whole numbers that people have written. */
public final class WholeNumber {

    private WholeNumber() {}

    /** The number, or empty if the text is none from {@code min} to {@code max}. */
    public static OptionalInt of(String text, int min, int max) {
        try {
            int number = Integer.parseInt(text);
            return number >= min && number <= max ? OptionalInt.of(number) : OptionalInt.empty();
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }
}
