// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.agroal.api.AgroalPoolInterceptor;
import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.RequestTracker;
import io.keylift.metrics.request.Work;
import io.quarkus.arc.Unremovable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Times how long connections are held, from when the pool hands them out until it has them back. Each time, the pool
 * shows a connection in another wrapper, and what is in it is not to be had once the driver has closed it.
 */
@Singleton
@Unremovable
public class ConnectionUse implements AgroalPoolInterceptor {

    private record Use(Work work, long since) {}

    private final Supplier<Work> current;
    private final FailSafe standDown = new FailSafe("connection use times");
    private final Map<Connection, Use> uses = new ConcurrentHashMap<>();

    @Inject
    ConnectionUse(RequestTracker timings) {
        this(timings::current);
    }

    /** @param current what the current thread works for */
    ConnectionUse(Supplier<Work> current) {
        this.current = current;
    }

    @Override
    public void onConnectionAcquire(Connection connection) {
        standDown.attempt(
                () -> uses.put(connection.unwrap(Connection.class), new Use(current.get(), System.nanoTime())));
    }

    @Override
    public void onConnectionReturn(Connection connection) {
        standDown.attempt(() -> ended(connection));
    }

    /** The pool may take a connection back without a word when it does not keep it. */
    @Override
    public void onConnectionDestroy(Connection connection) {
        standDown.attempt(() -> ended(connection));
    }

    private void ended(Connection connection) throws SQLException {
        try {
            ended(uses.remove(connection.unwrap(Connection.class)));
        } catch (SQLException e) {
            endClosed();
        }
    }

    /** Whoever is not to be had is one of these. */
    private void endClosed() throws SQLException {
        for (Connection held : uses.keySet()) {
            if (held.isClosed()) {
                ended(uses.remove(held));
            }
        }
    }

    /** Number of connections that are held. */
    int held() {
        return uses.size();
    }

    private static void ended(Use use) {
        if (use != null) {
            use.work().connectionReturned(System.nanoTime() - use.since());
        }
    }
}
