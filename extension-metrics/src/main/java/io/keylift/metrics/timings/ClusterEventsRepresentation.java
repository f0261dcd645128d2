// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keylift.metrics.cluster.ClusterEvent;
import io.keylift.metrics.cluster.ClusterEvents;
import java.util.List;

/**
 * The latest events of the cluster, as this node saw them.
 *
 * @param node name of this node in the events; absent on a node without a cluster
 * @param unit unit of all times
 * @param eventCount number of events that the node keeps, including those that are not shown
 * @param events the events, the newest first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ClusterEventsRepresentation(String node, String unit, int eventCount, List<ClusterEventRepresentation> events) {

    static ClusterEventsRepresentation of(ClusterEvents kept, ClusterEventsQuery query) {
        List<ClusterEvent> all = kept.newestFirst();
        return new ClusterEventsRepresentation(
                kept.node().orElse(null),
                "seconds",
                all.size(),
                all.stream()
                        .limit(query.max())
                        .map(ClusterEventRepresentation::of)
                        .toList());
    }
}
