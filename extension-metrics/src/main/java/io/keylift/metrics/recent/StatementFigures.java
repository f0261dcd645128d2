// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import io.keylift.metrics.request.StatementUse;

/** Figures of one statement at one endpoint. Not thread-safe. */
public final class StatementFigures implements Sum<StatementUse, StatementFigures> {

    private long requests;
    private long count;
    private long nanos;
    private long most;
    private long rows = StatementUse.NOT_COUNTED;

    @Override
    public void add(StatementUse use) {
        requests++;
        count += use.count();
        nanos += use.nanos();
        most = Math.max(most, use.count());
        rows = StatementUse.sum(rows, use.rows());
    }

    @Override
    public void addAll(StatementFigures more) {
        requests += more.requests;
        count += more.count;
        nanos += more.nanos;
        most = Math.max(most, more.most);
        rows = StatementUse.sum(rows, more.rows);
    }

    /** Number of requests that executed it. */
    public long requests() {
        return requests;
    }

    /** Number of executions. */
    public long count() {
        return count;
    }

    /** Time of all executions, in nanoseconds. */
    public long nanos() {
        return nanos;
    }

    /** Mean time of an execution, in nanoseconds. */
    public long mean() {
        return count == 0 ? 0 : nanos / count;
    }

    /** Rows that they returned or changed; {@link StatementUse#NOT_COUNTED} if rows are not counted. */
    public long rows() {
        return rows;
    }

    /** The highest number of executions in one request. */
    public long most() {
        return most;
    }
}
