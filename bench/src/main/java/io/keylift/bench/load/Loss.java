// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/**
 * What happened to one load when a node was lost.
 *
 * @param rate operations a second
 * @param left when the node was killed
 * @param back when it was ready again
 * @param seconds the requests of each second, before the loss, too
 * @param events those of the cluster
 * @param imports what became of the import
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
