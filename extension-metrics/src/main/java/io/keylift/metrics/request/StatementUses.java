// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.ArrayList;
import java.util.List;

/** The executions of one request, by statement. Not thread-safe. */
final class StatementUses {

    /** Further statements of a request are one. */
    static final int MOST = 100;

    private final List<StatementUse> uses = new ArrayList<>(8);
    private long count;

    /** Adds an execution. */
    void add(Statement statement, long nanos) {
        count++;
        int at = place(statement);
        uses.set(at, uses.get(at).plus(nanos));
    }

    /** Adds rows of an execution, which may be added later. */
    void addRows(Statement statement, long rows) {
        int at = place(statement);
        uses.set(at, uses.get(at).plusRows(rows));
    }

    /** A request has few statements, and repeats the last ones. */
    private int place(Statement statement) {
        for (int i = uses.size() - 1; i >= 0; i--) {
            if (uses.get(i).statement() == statement) {
                return i;
            }
        }
        if (uses.size() >= MOST && statement != Statement.OTHER) {
            return place(Statement.OTHER);
        }
        uses.add(new StatementUse(statement, 0, 0, StatementUse.NOT_COUNTED));
        return uses.size() - 1;
    }

    /** Number of all executions. */
    long count() {
        return count;
    }

    /** The statements with executions. Code that bypasses Hibernate reports rows of statements that have none. */
    List<StatementUse> all() {
        List<StatementUse> all = new ArrayList<>(uses);
        all.removeIf(use -> use.count() == 0);
        return all;
    }
}
