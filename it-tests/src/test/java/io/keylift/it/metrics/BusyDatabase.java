// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import io.keylift.it.imports.support.Sql;
import io.keylift.it.server.Database;
import java.util.concurrent.CompletableFuture;

/**
 * A database in which others wait: a table is locked, for longer than a connection should be held, and again as soon as
 * those who waited have had their turn.
 */
final class BusyDatabase implements AutoCloseable {

    private static final double SECONDS = 2.5;

    private final CompletableFuture<Void> work;
    private volatile boolean isClosed;

    BusyDatabase(Database database, String table) {
        work = CompletableFuture.runAsync(() -> lock(database, table));
    }

    private void lock(Database database, String table) {
        try (Sql sql = new Sql(database)) {
            while (!isClosed) {
                sql.begin();
                sql.execute("lock table " + table + " in access exclusive mode");
                sql.unprepared("select pg_sleep(" + SECONDS + ")");
                sql.rollback();
            }
        }
    }

    @Override
    public void close() {
        isClosed = true;
        work.join();
    }
}
