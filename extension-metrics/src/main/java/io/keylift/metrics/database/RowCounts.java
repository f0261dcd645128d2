// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.Proxies;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.function.ObjLongConsumer;

/**
 * Connections whose prepared statements report the numbers of rows that they return or change. Each call of a method
 * goes through a proxy, so the cost is highest for reads of many rows with many columns.
 */
final class RowCounts {

    /** Receives the text of a statement, and the number of rows of one execution. */
    private final ObjLongConsumer<String> rows;

    private final FailSafe failSafe;

    RowCounts(ObjLongConsumer<String> rows, FailSafe failSafe) {
        this.rows = rows;
        this.failSafe = failSafe;
    }

    /** Returns a proxy of this connection that reports rows, or this connection if no proxy can be made. */
    Connection of(Connection original) {
        return failSafe.attempt(() -> counting(original), original);
    }

    private Connection counting(Connection original) {
        return Proxies.of(Connection.class, (proxy, method, arguments) -> {
            Object answer = Proxies.pass(original, method, arguments);
            return method.getName().equals("prepareStatement")
                    ? failSafe.attempt(() -> of((PreparedStatement) answer, (String) arguments[0]), answer)
                    : answer;
        });
    }

    private PreparedStatement of(PreparedStatement original, String sql) {
        return Proxies.of(PreparedStatement.class, (proxy, method, arguments) -> {
            Object answer = Proxies.pass(original, method, arguments);
            return failSafe.attempt(() -> told(answer, method.getName(), (Statement) proxy, sql), answer);
        });
    }

    /** Tells the rows of an execution, or returns a result that will. */
    private Object told(Object answer, String method, Statement statement, String sql) {
        switch (method) {
            case "executeQuery", "getResultSet" -> {
                return answer == null ? null : of((ResultSet) answer, statement, sql);
            }
            case "executeUpdate", "executeLargeUpdate" -> rows.accept(sql, ((Number) answer).longValue());
            case "executeBatch" ->
                rows.accept(
                        sql,
                        changed(Arrays.stream((int[]) answer).asLongStream().toArray()));
            case "executeLargeBatch" -> rows.accept(sql, changed((long[]) answer));
            default -> {
                // Neither reads nor changes rows.
            }
        }
        return answer;
    }

    /** A driver that does not know the number of rows returns {@link Statement#SUCCESS_NO_INFO}: at least one. */
    private static long changed(long[] counts) {
        return Arrays.stream(counts)
                .map(count -> count == Statement.SUCCESS_NO_INFO ? 1 : Math.max(0, count))
                .sum();
    }

    private ResultSet of(ResultSet original, Statement statement, String sql) {
        return Proxies.of(ResultSet.class, new Read(original, statement, sql));
    }

    /** Counts the rows of one result until its end, or until it is closed before. */
    private final class Read implements InvocationHandler {

        private final ResultSet original;
        private final Statement statement;
        private final String sql;
        private long count;
        private boolean isTold;

        Read(ResultSet original, Statement statement, String sql) {
            this.original = original;
            this.statement = statement;
            this.sql = sql;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            switch (method.getName()) {
                case "getStatement" -> {
                    return statement;
                }
                case "next" -> {
                    boolean isThere = original.next();
                    if (isThere) {
                        count++;
                    } else {
                        tell();
                    }
                    return isThere;
                }
                case "close" -> tell();
                default -> {
                    // Reads a value of the row.
                }
            }
            return Proxies.pass(original, method, arguments);
        }

        private void tell() {
            if (!isTold) {
                isTold = true;
                failSafe.attempt(() -> rows.accept(sql, count));
            }
        }
    }
}
