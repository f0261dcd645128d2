// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/**
 * The executions of one statement by one request.
 *
 * @param count number of executions; a batch counts once
 * @param nanos time of these executions, in nanoseconds
 * @param rows rows that they returned or changed; -1 if rows are not counted
 */
public record StatementUse(Statement statement, long count, long nanos, long rows) {

    /** Number of rows if they are not counted. */
    public static final long NOT_COUNTED = -1;

    StatementUse plus(long moreNanos) {
        return new StatementUse(statement, count + 1, nanos + moreNanos, rows);
    }

    StatementUse plusRows(long more) {
        return new StatementUse(statement, count, nanos, sum(rows, more));
    }

    /** The sum of two numbers of rows, each of which may not be counted. */
    public static long sum(long one, long other) {
        return one == NOT_COUNTED || other == NOT_COUNTED ? Math.max(one, other) : one + other;
    }
}
