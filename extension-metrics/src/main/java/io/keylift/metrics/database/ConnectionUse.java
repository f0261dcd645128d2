// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.agroal.api.AgroalPoolInterceptor;
import io.keylift.metrics.StandDown;
import io.keylift.metrics.request.RequestTimings;
import io.keylift.metrics.request.Work;
import io.quarkus.arc.Unremovable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Times how long connections are held, from when the pool hands them out until it has them back. Each time, the pool shows a connection in another wrapper. */
@Singleton
@Unremovable
public class ConnectionUse implements AgroalPoolInterceptor {

    private record Use(Work work, long since) {}

    private final RequestTimings timings;
    private final StandDown standDown = new StandDown("the times that connections are held");
    private final Map<Connection, Use> uses = new ConcurrentHashMap<>();

    @Inject
    ConnectionUse(RequestTimings timings) {
        this.timings = timings;
    }

    @Override
    public void onConnectionAcquire(Connection connection) {
        standDown.attempt(
                () -> uses.put(connection.unwrap(Connection.class), new Use(timings.current(), System.nanoTime())));
    }

    @Override
    public void onConnectionReturn(Connection connection) {
        standDown.attempt(() -> {
            Use use = uses.remove(connection.unwrap(Connection.class));
            if (use != null) {
                use.work().connectionReturned(System.nanoTime() - use.since());
            }
        });
    }

    @Override
    public void onConnectionDestroy(Connection connection) {
        standDown.attempt(() -> uses.remove(connection.unwrap(Connection.class)));
    }
}
