// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import io.keylift.metrics.recent.Summary;
import java.time.Instant;

/**
 * The requests to one endpoint in a slice of a time line, on all nodes.
 *
 * @param from beginning of the slice
 * @param version version of the servers
 */
public record HistoryPoint(Instant from, String version, Summary summary) {}
