// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.request.WholeNumbers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Reads options. An invalid value is refused by the option's name, and the server does not start.
 *
 * @param given returns the configured value of an option, or {@code null}
 */
record OptionReader(UnaryOperator<String> given) {

    private static final String PREFIX = "--spi-admin-realm-restapi-extension--bulk-import--";

    int number(String name, int otherwise, int min, int max) {
        return (int) number(name, (long) otherwise, min, max);
    }

    long number(String name, long otherwise, long min, long max) {
        String value = given.apply(name);
        if (value == null) {
            return otherwise;
        }
        return WholeNumbers.parse(value, min, max).orElseThrow(() -> bad(name, value, WholeNumbers.range(min, max)));
    }

    /** A writable directory, or {@code null}. */
    Path directory(String name) {
        String value = given.apply(name);
        if (value == null) {
            return null;
        }
        Path directory = Path.of(value);
        if (!Files.isDirectory(directory) || !Files.isWritable(directory)) {
            throw bad(name, value, "a writable directory");
        }
        return directory;
    }

    /** Any text, or {@code null}. */
    String text(String name) {
        return given.apply(name);
    }

    /** One of the constants, given in lower case. */
    <E extends Enum<E>> E choice(String name, E otherwise) {
        String value = given.apply(name);
        if (value == null) {
            return otherwise;
        }
        E[] constants = otherwise.getDeclaringClass().getEnumConstants();
        for (E constant : constants) {
            if (constant.name().toLowerCase(Locale.ROOT).equals(value)) {
                return constant;
            }
        }
        String allowed = Arrays.stream(constants)
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" or "));
        throw bad(name, value, allowed);
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

    static IllegalArgumentException bad(String name, String value, String expected) {
        return new IllegalArgumentException(
                "Option " + PREFIX + name + " must be " + expected + ", not \"" + value + "\"");
    }
}
