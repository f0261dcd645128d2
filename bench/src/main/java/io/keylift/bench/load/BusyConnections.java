// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.load.StepFigures.Connections;
import io.keylift.it.server.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.IntSummaryStatistics;

/** Counts periodically the connections to a database that are active or within a transaction. */
final class BusyConnections implements AutoCloseable {

    private static final long PAUSE_MILLIS = 100;

    private final IntSummaryStatistics counts = new IntSummaryStatistics();
    private final Connection connection;
    private final PreparedStatement query;
    private final Thread thread = new Thread(this::count, "busy-connections");
    private volatile boolean counting = true;

    BusyConnections(EmbeddedDatabase database, String name) throws SQLException {
        connection = database.connect("postgres");
        query = connection.prepareStatement(
                "select count(*) from pg_stat_activity where datname = ? and state <> 'idle'");
        query.setString(1, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void count() {
        try {
            while (counting) {
                try (ResultSet row = query.executeQuery()) {
                    row.next();
                    counts.accept(row.getInt(1));
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (SQLException | InterruptedException e) {
            counting = false;
        }
    }

    /** Stops counting. */
    Connections result() {
        counting = false;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new Connections(counts.getAverage(), counts.getCount() == 0 ? 0 : counts.getMax());
    }

    @Override
    public void close() throws SQLException {
        result();
        connection.close();
    }
}
