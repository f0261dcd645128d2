// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;

/**
 * The one PostgreSQL and the one Keycloak that all test classes of a JVM share. Tests keep apart by realms of their
 * own; a test that stops or kills a server starts its own.
 */
public final class SharedServer implements AutoCloseable {

    private final EmbeddedDatabase database;
    private final KeycloakServer keycloak;
    private final AdminHttp admin;

    private SharedServer(EmbeddedDatabase database) {
        this.database = database;
        this.keycloak = KeycloakServer.on(database)
                .option("log-level", "INFO,io.keylift:debug")
                .start();
        this.admin = AdminHttp.master(keycloak.baseUrl());
    }

    static SharedServer start() {
        EmbeddedDatabase database = EmbeddedDatabase.startTemporary();
        try {
            return new SharedServer(database);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    public EmbeddedDatabase database() {
        return database;
    }

    public KeycloakServer keycloak() {
        return keycloak;
    }

    /** The bootstrap administrator. */
    public AdminHttp admin() {
        return admin;
    }

    @Override
    public void close() {
        keycloak.close();
        database.close();
    }
}
