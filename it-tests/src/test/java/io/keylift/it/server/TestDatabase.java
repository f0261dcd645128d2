// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

/** Databases that Keycloak need not fill first: copies of a {@link DataTemplate}, each for one test class or server. */
public final class TestDatabase {

    private TestDatabase() {}

    /** Starts a PostgreSQL cluster of its own; its data goes when it is closed. */
    public static EmbeddedDatabase start() {
        return EmbeddedDatabase.startForTest(DataTemplate.of("postgres", directory -> {
            try (EmbeddedDatabase database = EmbeddedDatabase.startTemplateIn(directory)) {
                startOnce(KeycloakServer.on(database));
            }
        }));
    }

    /** Starts a MariaDB of its own; its data goes when it is closed. */
    public static EmbeddedMariaDb startMariaDb() {
        return EmbeddedMariaDb.startOn(DataTemplate.of("mariadb", directory -> {
            EmbeddedMariaDb database = EmbeddedMariaDb.startIn(directory);
            try {
                startOnce(KeycloakServer.on(database));
            } finally {
                database.shutDown();
            }
        }));
    }

    /** Settings for a server as {@code start-dev} starts it, on an H2 file. */
    public static ServerSettings inDevelopment() {
        return KeycloakServer.inDevelopment().developmentData(DataTemplate.of("h2", directory -> {
            KeycloakServer server = startOnce(KeycloakServer.inDevelopment());
            FileTree.copy(server.developmentData(), directory, path -> false);
        }));
    }

    private static KeycloakServer startOnce(ServerSettings settings) {
        KeycloakServer server = settings.start();
        server.stop();
        return server;
    }
}
