// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keylift.metrics.cluster.ClusterEvent;
import io.keylift.metrics.cluster.ClusterEventKind;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * An event of the cluster.
 *
 * @param kind {@code view-change}, {@code merge} or {@code rebalance}
 * @param at when it happened, or a rebalance began, ISO 8601
 * @param duration of a rebalance that has ended, in seconds; absent otherwise
 * @param membersBefore number of members before it
 * @param membersAfter number of members after it
 * @param joined names of the members that joined
 * @param left names of the members that left
 * @param caches names of the caches of a rebalance; absent for other kinds
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ClusterEventRepresentation(
        String kind,
        String at,
        Double duration,
        int membersBefore,
        int membersAfter,
        List<String> joined,
        List<String> left,
        List<String> caches) {

    static ClusterEventRepresentation of(ClusterEvent event) {
        return new ClusterEventRepresentation(
                event.kind().label(),
                event.at().truncatedTo(ChronoUnit.MILLIS).toString(),
                event.nanos().isPresent() ? event.nanos().getAsLong() / 1e9 : null,
                event.before().size(),
                event.after().size(),
                event.joined(),
                event.left(),
                event.kind() == ClusterEventKind.REBALANCE ? event.caches() : null);
    }
}
