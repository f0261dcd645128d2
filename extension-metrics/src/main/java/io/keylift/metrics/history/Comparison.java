// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import io.keylift.metrics.recent.EndpointName;
import io.keylift.metrics.recent.Summary;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The requests now beside those before.
 *
 * @param before {@code null} if the history has nothing to compare with
 * @param endpoints those first that changed most for the worse; then those with few requests
 */
public record Comparison(Side now, Side before, List<EndpointChange> endpoints) {

    private static final Comparator<EndpointChange> WORST_FIRST = Comparator.<EndpointChange, Boolean>comparing(
                    change -> !change.isComparable())
            .thenComparing(change -> change.isComparable() ? -change.weight() : 0)
            .thenComparing(change -> change.endpoint().uri())
            .thenComparing(change -> change.endpoint().method())
            .thenComparing(change -> String.valueOf(change.endpoint().grantType()));

    /**
     * One side of a comparison.
     *
     * @param version version of the servers, or {@code null} for all
     * @param node name of the node, or {@code null} for several
     * @param from beginning of the time in which the requests ended
     * @param to end of that time
     */
    public record Side(String version, String node, Instant from, Instant to) {}

    static Comparison of(
            Side now, Map<EndpointName, Summary> figures, Side before, Map<EndpointName, Summary> earlier) {
        Set<EndpointName> names = new HashSet<>(figures.keySet());
        names.addAll(earlier.keySet());
        return new Comparison(
                now,
                before,
                names.stream()
                        .map(name -> new EndpointChange(name, figures.get(name), earlier.get(name)))
                        .sorted(WORST_FIRST)
                        .toList());
    }
}
