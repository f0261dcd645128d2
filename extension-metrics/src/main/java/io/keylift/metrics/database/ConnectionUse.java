// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.agroal.api.AgroalPoolInterceptor;
import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.MeasuredWork;
import io.keylift.metrics.request.RequestTracker;
import io.quarkus.arc.Unremovable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Times how long connections are in use, from the pool's hand-out to the return. The pool passes a new wrapper for each
 * use, so the keys of the map are the driver's connections. The wrapper of a connection that the driver has closed can
 * no longer be unwrapped.
 */
@Singleton
@Unremovable
public class ConnectionUse implements AgroalPoolInterceptor {

    private record Use(MeasuredWork work, long since) {}

    private final Supplier<MeasuredWork> current;
    private final FailSafe failSafe = new FailSafe("connection use times");
    private final Map<Connection, Use> uses = new ConcurrentHashMap<>();

    @Inject
    ConnectionUse(RequestTracker tracker) {
        this(tracker::current);
    }

    /** @param current returns the work of the current thread */
    ConnectionUse(Supplier<MeasuredWork> current) {
        this.current = current;
    }

    @Override
    public void onConnectionAcquire(Connection connection) {
        failSafe.attempt(
                () -> uses.put(connection.unwrap(Connection.class), new Use(current.get(), System.nanoTime())));
    }

    @Override
    public void onConnectionReturn(Connection connection) {
        failSafe.attempt(() -> ended(connection));
    }

    /** The pool may destroy a connection without reporting its return. */
    @Override
    public void onConnectionDestroy(Connection connection) {
        failSafe.attempt(() -> ended(connection));
    }

    private void ended(Connection connection) throws SQLException {
        try {
            ended(uses.remove(connection.unwrap(Connection.class)));
        } catch (SQLException e) {
            endClosed();
        }
    }

    /**
     * Ends the use of all closed connections: the one that cannot be unwrapped is among them. A concurrent map allows
     * removal while it is iterated.
     */
    private void endClosed() throws SQLException {
        for (Connection held : uses.keySet()) {
            if (held.isClosed()) {
                ended(uses.remove(held));
            }
        }
    }

    /** Number of connections in use. */
    int held() {
        return uses.size();
    }

    private static void ended(Use use) {
        if (use != null) {
            use.work().connectionReturned(System.nanoTime() - use.since());
        }
    }
}
