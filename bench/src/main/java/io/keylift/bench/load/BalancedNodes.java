// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.HaProxy;
import io.keylift.it.server.HaProxy.Backend;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/** Two nodes of a cluster behind a real HAProxy with the configuration of the Compose stack. */
final class BalancedNodes implements AutoCloseable {

    private final KeycloakServer staying;
    private final KeycloakServer leaving;
    private final Path directory;
    private HaProxy balancer;

    /**
     * @param directory directory of HAProxy's configuration and log
     * @param heap heap of each node
     */
    BalancedNodes(EmbeddedDatabase database, Path directory, String heap) {
        this.directory = directory;
        this.staying = node(database, heap);
        this.leaving = node(database, heap);
    }

    private static KeycloakServer node(EmbeddedDatabase database, String heap) {
        ServerSettings settings = KeycloakServer.on(database)
                .database(LoadServers.DATABASE)
                .maxHeap(heap)
                .option("cache", "ispn")
                .option("cache-embedded-network-bind-address", "127.0.0.1")
                .option("cache-embedded-network-bind-port", Integer.toString(FreePorts.next()));
        HistoryOfLoad.OPTIONS.forEach(settings::option);
        return settings.prepare();
    }

    /** Starts the nodes, one after the other, and then the balancer. */
    void start() throws IOException, InterruptedException {
        staying.start();
        leaving.start();
        balancer = HaProxy.start(directory, Backend.of(staying), Backend.of(leaving));
    }

    /** The address of both nodes. */
    URI baseUrl() {
        return balancer.baseUrl();
    }

    /** The node that keeps running. */
    KeycloakServer staying() {
        return staying;
    }

    /** The node that is removed and added again. */
    KeycloakServer leaving() {
        return leaving;
    }

    @Override
    public void close() {
        if (balancer != null) {
            balancer.close();
        }
        leaving.close();
        staying.close();
    }
}
