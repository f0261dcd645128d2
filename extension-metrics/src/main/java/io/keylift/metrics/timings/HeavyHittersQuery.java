// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.recent.HeavyHitters;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A query for heavy hitters.
 *
 * @param byRealm whether the clients of a realm count together
 * @param max maximum number of heavy hitters
 */
record HeavyHittersQuery(boolean byRealm, int max) {

    /** Values of the parameter {@code by}, the default first. */
    static final List<String> BY = List.of("client", "realm");

    private static final List<String> PARAMETERS = List.of("by", "max", TimingsQuery.REALM);
    private static final int DEFAULT_MAX = 20;

    /**
     * Reads the query parameters.
     *
     * @param names names of the parameters
     * @param given returns the value of a parameter, or {@code null}
     * @throws BadQueryException if a parameter or a value is not allowed
     */
    static HeavyHittersQuery of(Set<String> names, UnaryOperator<String> given) {
        QueryParameters.requireKnown(names, PARAMETERS);
        String by = given.apply("by");
        if (by != null && !BY.contains(by)) {
            throw QueryParameters.notOneOf("by", BY);
        }
        return new HeavyHittersQuery(
                "realm".equals(by), QueryParameters.number(given, "max", DEFAULT_MAX, 1, HeavyHitters.MOST));
    }

    /** Value of the parameter {@code by}. */
    String by() {
        return BY.get(byRealm ? 1 : 0);
    }
}
