// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.observer.WholeNumber;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Reads query parameters. */
final class QueryParameters {

    private QueryParameters() {}

    /** @throws BadQueryException if there are other parameters than the known ones */
    static void requireKnown(Set<String> parameters, List<String> known) {
        for (String parameter : parameters) {
            if (!known.contains(parameter)) {
                throw new BadQueryException("Unknown query parameter; known parameters: " + String.join(", ", known));
            }
        }
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
