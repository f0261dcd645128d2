// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

/**
 * How long the operations of a step took, in milliseconds, as the load generator reports it. The time of an operation
 * of several requests is their sum.
 *
 * @param operations all of them
 * @param failed of which so many failed
 */
record Latencies(long operations, long failed, double mean, double p50, double p90, double p95, double p99) {}
