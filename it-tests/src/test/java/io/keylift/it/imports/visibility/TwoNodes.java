// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.visibility;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.Workspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Two Keycloak nodes that form a cluster on one database, with Keycloak's defaults. The property {@code soak.older} is
 * a folder with the JARs of an older release, which the first node then has.
 */
public final class TwoNodes implements AutoCloseable {

    private static final String OLDER = System.getProperty("soak.older");

    private final EmbeddedDatabase database = TestDatabase.start();
    private final List<KeycloakServer> nodes = new ArrayList<>();

    public TwoNodes() {
        try {
            nodes.add(first().start());
            nodes.add(second().start());
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private ServerSettings first() {
        return OLDER == null ? second() : settings().providersOf(Path.of(OLDER));
    }

    private ServerSettings second() {
        // The example of a kind is built for this release.
        return OLDER == null
                ? settings().provider(Workspace.directory("example").resolve("example-kind.jar"))
                : settings();
    }

    private ServerSettings settings() {
        return KeycloakServer.on(database)
                .option("cache", "ispn")
                .option("spi-scheduled--interval", "5")
                .option("spi-keylift-request-observer--micrometer--realm-tag", "true")
                .option("spi-keylift-request-observer--timings-history--slice-seconds", "1")
                .option("spi-keylift-request-observer--timings-history--warm-up-minutes", "0")
                .option("cache-embedded-network-bind-address", "127.0.0.1")
                .option("cache-embedded-network-bind-port", Integer.toString(FreePorts.next()))
                .maxHeap("512m");
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
