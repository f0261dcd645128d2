// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/**
 * What one request executed of one statement.
 *
 * @param count number of executions; a batch counts once
 * @param nanos time of these executions, in nanoseconds
 */
public record StatementUse(Statement statement, long count, long nanos) {

    StatementUse plus(long moreNanos) {
        return new StatementUse(statement, count + 1, nanos + moreNanos);
    }
}
