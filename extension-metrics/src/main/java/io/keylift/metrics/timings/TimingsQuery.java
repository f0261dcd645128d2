// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import java.util.function.UnaryOperator;

/**
 * What a caller asks for.
 *
 * @param order what endpoints are sorted by
 * @param first how many to leave out at the beginning
 * @param max how many at most
 */
record TimingsQuery(Order order, int first, int max) {

    private static final int DEFAULT_MAX = 100;
    private static final int MOST = 10_000;

    /** @param given the value of a query parameter, or {@code null} if it is not given */
    static TimingsQuery of(UnaryOperator<String> given) {
        String sort = given.apply("sort");
        return new TimingsQuery(
                sort == null
                        ? Order.TOTAL
                        : Order.of(sort)
                                .orElseThrow(() -> new BadQueryException(
                                        "sort must be one of " + String.join(", ", Order.names()))),
                number(given, "first", 0, 0, Integer.MAX_VALUE),
                number(given, "max", DEFAULT_MAX, 1, MOST));
    }

    private static int number(UnaryOperator<String> given, String name, int otherwise, int min, int max) {
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
        throw new BadQueryException(name + " must be a whole number from " + min + " to " + max);
    }
}
