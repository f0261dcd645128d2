// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.Instrumentation;
import io.keylift.bench.InstrumentedServer;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import java.net.URI;

/** The servers of the load test, on one database, one at a time: each is a cluster of one node, as in production. */
final class LoadServers {

    static final String DATABASE = "keycloak_load";

    /** More sessions than any run creates: by default Keycloak keeps 10,000 and reads the others from the database. */
    private static final String ALL_SESSIONS = "1000000";

    private final EmbeddedDatabase database;
    private final URI sink;
    private final String heap;

    /** Creates servers that send their traces to {@code sink}. */
    LoadServers(EmbeddedDatabase database, URI sink, String heap) {
        this.database = database;
        this.sink = sink;
        this.heap = heap;
    }

    /** A server with the bulk import only. */
    KeycloakServer importing() {
        return KeycloakServer.on(database)
                .database(DATABASE)
                .maxHeap(heap)
                .onlyProviders("keylift-bulk-import.jar")
                .prepare();
    }

    /** A server for measured requests. */
    InstrumentedServer measured(Instrumentation sort) {
        return new InstrumentedServer(sort, settings(sort).prepare());
    }

    /** A server that keeps all sessions in memory, and returns unused heap to the system. */
    InstrumentedServer keepingSessions(Instrumentation sort) {
        return new InstrumentedServer(
                sort,
                settings(sort)
                        .option("cache-embedded-sessions-max-count", ALL_SESSIONS)
                        .option("cache-embedded-client-sessions-max-count", ALL_SESSIONS)
                        .jvmArgument("-Xms64m")
                        .jvmArgument("-XX:MinHeapFreeRatio=5")
                        .jvmArgument("-XX:MaxHeapFreeRatio=10")
                        .prepare());
    }

    private ServerSettings settings(Instrumentation sort) {
        return sort.settings(database, DATABASE, sink)
                .maxHeap(heap)
                .option("cache", "ispn")
                .option("cache-embedded-network-bind-address", "127.0.0.1")
                .option("cache-embedded-network-bind-port", Integer.toString(FreePorts.next()));
    }
}
