// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keylift.metrics.history.Comparison;

/**
 * One side of a comparison.
 *
 * @param version version of the servers; absent for all versions
 * @param node name of the node; absent for several nodes
 * @param from beginning of the time in which the requests ended, ISO 8601
 * @param to end of the time in which the requests ended, ISO 8601
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SideRepresentation(String version, String node, String from, String to) {

    /** @return {@code null} for {@code null} */
    static SideRepresentation of(Comparison.Side side) {
        return side == null
                ? null
                : new SideRepresentation(
                        side.version(),
                        side.node(),
                        side.from().toString(),
                        side.to().toString());
    }
}
