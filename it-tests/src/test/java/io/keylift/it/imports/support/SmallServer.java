// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.TestServer;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One Keycloak with half a gigabyte of heap and two connections to a database of its own, for all test classes that
 * look at memory and connections.
 */
public final class SmallServer implements AutoCloseable {

    public static final int CONNECTIONS = 2;

    private static final String OPTION = "spi-admin-realm-restapi-extension--bulk-import--";

    private final Path spool = Workspace.directory("small-spool");
    private final EmbeddedDatabase database = TestDatabase.start();
    private final KeycloakServer keycloak;
    private final AdminHttp admin;

    public SmallServer() {
        try {
            keycloak = TestServer.on(database)
                    .poolMaxSize(CONNECTIONS)
                    .maxHeap("512m")
                    .option(OPTION + "max-active-jobs", "20")
                    .option(OPTION + "spool-directory", spool.toString())
                    .log(emptyLog())
                    .busy()
                    .start();
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
        admin = AdminHttp.master(keycloak.baseUrl());
        RealmTemplates.use(admin, database);
    }

    private static Path emptyLog() {
        try {
            Path log = Workspace.directory("keycloak-logs").resolve("small-server.log");
            Files.deleteIfExists(log);
            return log;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public KeycloakServer keycloak() {
        return keycloak;
    }

    public EmbeddedDatabase database() {
        return database;
    }

    public AdminHttp admin() {
        return admin;
    }

    @Override
    public void close() {
        keycloak.close();
        database.close();
    }
}
