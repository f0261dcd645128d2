// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import io.keylift.metrics.recent.EndpointName;
import io.keylift.metrics.recent.Figures;
import java.time.Instant;
import java.util.UUID;

/**
 * The requests to an endpoint in a slice of time.
 *
 * @param id key of the row
 * @param from beginning of the slice, in whole seconds
 * @param seconds length of the slice
 * @param node name of the node, or {@code null} for all nodes
 * @param version version of the server
 */
record HistoryRow(
        String id, Instant from, long seconds, String node, String version, EndpointName endpoint, Figures figures) {

    /** A new row, with a key of its own. */
    static HistoryRow of(
            Instant from, long seconds, String node, String version, EndpointName endpoint, Figures figures) {
        return new HistoryRow(UUID.randomUUID().toString(), from, seconds, node, version, endpoint, figures);
    }
}
