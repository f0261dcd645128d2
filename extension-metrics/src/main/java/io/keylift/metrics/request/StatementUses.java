// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.ArrayList;
import java.util.List;

/** What one request executed, by statement. Not thread-safe. */
final class StatementUses {

    /** Further statements of a request are one. */
    static final int MOST = 100;

    private final List<StatementUse> uses = new ArrayList<>(8);
    private long count;

    /** A request has few statements, and repeats the last ones. */
    void add(Statement statement, long nanos) {
        count++;
        for (int i = uses.size() - 1; i >= 0; i--) {
            StatementUse use = uses.get(i);
            if (use.statement() == statement) {
                uses.set(i, use.plus(nanos));
                return;
            }
        }
        if (uses.size() < MOST || statement == Statement.OTHER) {
            uses.add(new StatementUse(statement, 1, nanos));
        } else {
            count--;
            add(Statement.OTHER, nanos);
        }
    }

    /** Number of all executions. */
    long count() {
        return count;
    }

    List<StatementUse> all() {
        return List.copyOf(uses);
    }
}
