// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keylift.metrics.history.Comparison;
import io.keylift.metrics.history.HistoryReader;
import java.util.List;

/**
 * The requests now beside those before.
 *
 * @param compare what the requests of now are compared with
 * @param unit unit of all times
 * @param relativeError maximum relative error of percentiles and of the longest duration, which are never too low; all
 *     other figures are exact
 * @param now which requests are those of now
 * @param before which requests are those of before; absent if the history has none
 * @param endpointCount number of endpoints, including those on other pages
 * @param endpoints endpoints of this page; those first that changed most for the worse
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ComparisonRepresentation(
        String compare,
        String unit,
        double relativeError,
        SideRepresentation now,
        SideRepresentation before,
        int endpointCount,
        List<EndpointChangeRepresentation> endpoints) {

    static ComparisonRepresentation of(Comparison comparison, ComparisonQuery query) {
        return new ComparisonRepresentation(
                query.compare(),
                "seconds",
                HistoryReader.RELATIVE_ERROR,
                SideRepresentation.of(comparison.now()),
                SideRepresentation.of(comparison.before()),
                comparison.endpoints().size(),
                comparison.endpoints().stream()
                        .skip(query.first())
                        .limit(query.max())
                        .map(EndpointChangeRepresentation::of)
                        .toList());
    }
}
