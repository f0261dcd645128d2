// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.observer.WholeNumber;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Reads query parameters. */
final class QueryParameters {

    private static final List<String> TRUTHS = List.of("true", "false");

    private QueryParameters() {}

    /** @throws BadQueryException if there are other parameters than the known ones */
    static void requireKnown(Set<String> parameters, List<String> known) {
        for (String parameter : parameters) {
            if (!known.contains(parameter)) {
                throw new BadQueryException(
                        known.isEmpty()
                                ? "There are no query parameters"
                                : "Unknown query parameter; known parameters: " + String.join(", ", known));
            }
        }
    }

    /** The refusal of a value that is not one of these. */
    static BadQueryException notOneOf(String name, List<String> values) {
        return new BadQueryException("Query parameter `" + name + "` must be one of " + String.join(", ", values));
    }

    /**
     * Whether a parameter is {@code true}; {@code false} if it is not given.
     *
     * @throws BadQueryException if the value is another
     */
    static boolean truth(UnaryOperator<String> given, String name) {
        String value = given.apply(name);
        if (value != null && !TRUTHS.contains(value)) {
            throw notOneOf(name, TRUTHS);
        }
        return Boolean.parseBoolean(value);
    }

    /**
     * The whole number of a parameter from {@code min} to {@code max}, or {@code otherwise} if it is not given.
     *
     * @throws BadQueryException if the value is another
     */
    static int number(UnaryOperator<String> given, String name, int otherwise, int min, int max) {
        String value = given.apply(name);
        if (value == null) {
            return otherwise;
        }
        return WholeNumber.of(value, min, max)
                .orElseThrow(() -> new BadQueryException(
                        "Query parameter `" + name + "` must be a whole number from " + min + " to " + max));
    }
}
