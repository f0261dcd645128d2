// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

/**
 * Times of the operations of a step, in milliseconds, from the report of the load generator. The time of an operation
 * of several requests is their sum.
 *
 * @param operations number of operations
 * @param failed number of failed operations
 */
record Latencies(long operations, long failed, double mean, double p50, double p90, double p95, double p99) {}
