// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.visibility;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.Workspace;
import java.util.ArrayList;
import java.util.List;

/** Two Keycloak nodes that form a cluster on one database, with Keycloak's defaults. */
public final class TwoNodes implements AutoCloseable {

    private final EmbeddedDatabase database = TestDatabase.start();
    private final List<KeycloakServer> nodes = new ArrayList<>();

    public TwoNodes() {
        try {
            nodes.add(start());
            nodes.add(start());
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private KeycloakServer start() {
        return KeycloakServer.on(database)
                .provider(Workspace.directory("example").resolve("example-kind.jar"))
                .option("cache", "ispn")
                .option("spi-scheduled--interval", "5")
                .option("spi-keylift-request-observer--micrometer--realm-tag", "true")
                .option("cache-embedded-network-bind-address", "127.0.0.1")
                .option("cache-embedded-network-bind-port", Integer.toString(FreePorts.next()))
                .maxHeap("512m")
                .start();
    }

    /** The bootstrap administrator as a client of the first or the second node. */
    public AdminHttp admin(int node) {
        return AdminHttp.master(nodes.get(node).baseUrl());
    }

    /** The first or the second node. */
    public KeycloakServer node(int node) {
        return nodes.get(node);
    }

    public EmbeddedDatabase database() {
        return database;
    }

    @Override
    public void close() {
        nodes.forEach(KeycloakServer::close);
        database.close();
    }
}
