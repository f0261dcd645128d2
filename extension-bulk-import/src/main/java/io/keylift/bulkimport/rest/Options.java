// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import java.util.function.UnaryOperator;

/**
 * Reads options. A value that makes no sense is refused by the option's name, which keeps the server from starting.
 *
 * @param given what is given for an option, or {@code null}
 */
record Options(UnaryOperator<String> given) {

    private static final String PREFIX = "--spi-admin-realm-restapi-extension--bulk-import--";

    int number(String name, int otherwise, int min, int max) {
        String value = given.apply(name);
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The message below says what is expected.
        }
        throw bad(name, value, "a whole number from " + min + " to " + max);
    }

    boolean truth(String name, boolean otherwise) {
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

    private static IllegalArgumentException bad(String name, String value, String expected) {
        return new IllegalArgumentException(
                "Option " + PREFIX + name + " must be " + expected + ", not \"" + value + "\"");
    }
}
