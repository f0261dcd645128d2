// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import io.keylift.metrics.recent.EndpointName;
import io.keylift.metrics.recent.Figures;
import java.time.Instant;

/**
 * The requests to an endpoint in a slice of time.
 *
 * @param from beginning of the slice, in whole seconds
 * @param seconds length of the slice
 * @param node name of the node, or {@code null} for all nodes
 * @param version version of the server
 */
record HistoryRow(Instant from, long seconds, String node, String version, EndpointName endpoint, Figures figures) {}
