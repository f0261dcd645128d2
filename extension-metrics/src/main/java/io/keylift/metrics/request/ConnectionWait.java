// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/**
 * A request's wait for a database connection.
 *
 * @param endedAfterNanos its end, in nanoseconds after the request's arrival
 * @param nanos its length in nanoseconds
 */
public record ConnectionWait(long endedAfterNanos, long nanos) {}
