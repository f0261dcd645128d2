// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import java.util.Collections;

/** Servers of a run, each with the heap and the pool of the settings. */
record BenchServers(EmbeddedDatabase database, BenchSettings settings) {

    private static final int LEAST_POOL = 20;

    /**
     * Settings of a server on the database of this name. Its pool is so large that no connection of the Admin API's
     * client waits for one to the database.
     */
    ServerSettings on(String name) {
        return KeycloakServer.on(database)
                .database(name)
                .maxHeap(settings.heap())
                .poolMaxSize(Math.max(LEAST_POOL, Collections.max(settings.connections())));
    }
}
