// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.metrics.request.PhaseCounts;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionUseTest {

    private static final class Uses extends PhaseCounts {

        private final List<Long> nanos = new ArrayList<>();

        @Override
        public void connectionReturned(long useNanos) {
            nanos.add(useNanos);
        }
    }

    private final Uses reported = new Uses();
    private final ConnectionUse uses = new ConnectionUse(() -> reported);

    @Test
    void aUseEndsWhenThePoolHasTheConnectionBack() {
        WrappedConnection connection = new WrappedConnection();
        uses.onConnectionAcquire(connection.shown());
        uses.onConnectionReturn(connection.shown());
        uses.onConnectionDestroy(connection.shown());

        assertThat(reported.nanos).hasSize(1);
        assertThat(uses.held()).isZero();
    }

    /** The driver closes a connection that breaks, and no longer unwraps it. Other connections stay in use. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aUseEndsWhenItsConnectionHasBroken(boolean isReturned) {
        WrappedConnection broken = new WrappedConnection();
        WrappedConnection sound = new WrappedConnection();
        uses.onConnectionAcquire(broken.shown());
        uses.onConnectionAcquire(sound.shown());
        broken.close();
        end(isReturned).accept(uses, broken.shown());

        assertThat(reported.nanos).hasSize(1);
        assertThat(uses.held()).isEqualTo(1);
        uses.onConnectionReturn(sound.shown());
        assertThat(reported.nanos).hasSize(2);
        assertThat(uses.held()).isZero();
    }

    /** When the database goes away, many connections break. The first that the pool destroys ends the use of all. */
    @Test
    void allUsesEndWhoseConnectionsHaveBroken() {
        List<WrappedConnection> broken =
                Stream.generate(WrappedConnection::new).limit(50).toList();
        broken.forEach(connection -> uses.onConnectionAcquire(connection.shown()));
        broken.forEach(WrappedConnection::close);
        uses.onConnectionDestroy(broken.get(0).shown());

        assertThat(reported.nanos).hasSize(broken.size());
        assertThat(uses.held()).isZero();
    }

    /** A pool that shrinks destroys a connection without reporting its return. */
    @Test
    void aUseEndsWhenThePoolThrowsTheConnectionAway() {
        WrappedConnection connection = new WrappedConnection();
        uses.onConnectionAcquire(connection.shown());
        uses.onConnectionDestroy(connection.shown());

        assertThat(reported.nanos).hasSize(1);
        assertThat(uses.held()).isZero();
    }

    private static BiConsumer<ConnectionUse, Connection> end(boolean isReturned) {
        return isReturned ? ConnectionUse::onConnectionReturn : ConnectionUse::onConnectionDestroy;
    }
}
