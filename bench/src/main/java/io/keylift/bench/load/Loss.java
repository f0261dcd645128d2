// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/**
 * Effects of the loss of a node on one load.
 *
 * @param rate operations a second
 * @param left time at which the node was killed
 * @param back time at which it was ready again
 * @param seconds requests of each second, including those before the loss
 * @param events events of the cluster
 * @param imports result of the import
 */
record Loss(
        Service service,
        double rate,
        Latencies latencies,
        Instant left,
        Instant back,
        List<SecondOfLoad> seconds,
        List<JsonNode> events,
        String imports) {}
