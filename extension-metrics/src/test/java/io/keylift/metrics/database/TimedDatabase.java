// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.MeasuredWork;
import io.keylift.metrics.request.RequestTracker;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.List;
import java.util.stream.IntStream;

/** Our listeners of one transaction, without a database. */
public final class TimedDatabase {

    private static final List<String> TEXTS = IntStream.range(0, 6)
            .mapToObj(i -> "select e" + i + "_0.ID,e" + i + "_0.NAME from ENTITY_" + i + " e" + i + "_0 where e" + i
                    + "_0.ID=?")
            .toList();

    private final RequestTracker tracker;
    private int prepared;
    private final FailSafe failSafe = new FailSafe("database times");
    private final ConnectionUse uses;
    private final Connection connection = (Connection) Proxy.newProxyInstance(
            TimedDatabase.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> switch (method.getName()) {
                case "unwrap" -> proxy;
                case "hashCode" -> 1;
                case "equals" -> proxy == arguments[0];
                default -> throw new UnsupportedOperationException(method.getName());
            });

    public TimedDatabase(RequestTracker tracker) {
        this.tracker = tracker;
        this.uses = new ConnectionUse(tracker);
    }

    /** A transaction with so many statements. */
    public void transaction(int statements) {
        MeasuredWork work = tracker.current();
        CommitTime commit = new CommitTime(work, failSafe);
        StatementTimes times = new StatementTimes(work, () -> TEXTS.get(prepared++ % TEXTS.size()), failSafe);
        times.jdbcConnectionAcquisitionStart();
        uses.onConnectionAcquire(connection);
        times.jdbcConnectionAcquisitionEnd();
        for (int i = 0; i < statements; i++) {
            times.jdbcPrepareStatementStart();
            times.jdbcPrepareStatementEnd();
            times.jdbcExecuteStatementStart();
            times.jdbcExecuteStatementEnd();
        }
        commit.beforeCompletion();
        commit.afterCompletion(true, false);
        uses.onConnectionReturn(connection);
    }
}
