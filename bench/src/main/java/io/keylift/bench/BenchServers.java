// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.Database;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Collections;

/** Servers of a run, each with the heap and the pool of the settings. */
record BenchServers(EmbeddedDatabase database, BenchSettings settings) {

    private static final int LEAST_POOL = 20;
    private static final String KEY_FILE = "spi-admin-realm-restapi-extension--bulk-import--stored-secrets-key-file";

    /**
     * Settings of a server on the database of this name. Its pool is so large that no connection of the Admin API's
     * client waits for one to the database.
     */
    ServerSettings on(String name) {
        return on(database, name);
    }

    /** Settings of a server that can undo imports of users. */
    ServerSettings undoingOn(String name) throws IOException {
        return undoingOn(database, name);
    }

    /** Settings of such a server on another database server. */
    ServerSettings undoingOn(Database other, String name) throws IOException {
        return on(other, name).option(KEY_FILE, key().toString());
    }

    /** Creates the key without which a server cannot undo imports of users. */
    private static Path key() throws IOException {
        Path key = Files.writeString(
                Workspace.directory("bench").resolve("key"), Base64.getEncoder().encodeToString(new byte[32]));
        return Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    }

    private ServerSettings on(Database where, String name) {
        return KeycloakServer.on(where)
                .database(name)
                .maxHeap(settings.heap())
                .poolMaxSize(Math.max(LEAST_POOL, Collections.max(settings.connections())));
    }
}
