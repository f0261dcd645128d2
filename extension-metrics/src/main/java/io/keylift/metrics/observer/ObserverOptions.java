// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import java.util.function.UnaryOperator;

/**
 * Reads options of an observer. An invalid value stops the server's start with a message that names the option.
 *
 * @param observer id of the observer
 * @param given returns the value of an option, or {@code null}
 */
public record ObserverOptions(String observer, UnaryOperator<String> given) {

    /** The whole number of an option from {@code min} to {@code max}, or {@code otherwise} if the option is not set. */
    public int number(String name, int otherwise, int min, int max) {
        String value = given.apply(name);
        if (value == null) {
            return otherwise;
        }
        return WholeNumber.of(value, min, max)
                .orElseThrow(() -> bad(name, value, "a whole number from " + min + " to " + max));
    }

    /** The boolean value of an option, or {@code otherwise} if the option is not set. */
    public boolean truth(String name, boolean otherwise) {
        String value = given.apply(name);
        if (value == null) {
            return otherwise;
        }
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw bad(name, value, "true or false");
        };
    }

    private IllegalArgumentException bad(String name, String value, String expected) {
        return new IllegalArgumentException("Option --spi-keylift-request-observer--" + observer + "--" + name
                + " must be " + expected + ", not \"" + value + "\"");
    }
}
