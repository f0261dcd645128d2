// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.util.function.UnaryOperator;

/** A Keycloak with its own PostgreSQL, for one test class. */
public record DedicatedServer(EmbeddedDatabase database, KeycloakServer keycloak) implements AutoCloseable {

    /** Starts both, and ends the database if Keycloak does not start. */
    public static DedicatedServer start(UnaryOperator<ServerSettings> chosen) {
        EmbeddedDatabase database = TestDatabase.start();
        try {
            return new DedicatedServer(
                    database, chosen.apply(KeycloakServer.on(database)).start());
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    @Override
    public void close() {
        keycloak.close();
        database.close();
    }
}
