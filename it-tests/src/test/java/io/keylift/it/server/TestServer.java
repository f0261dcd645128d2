// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

/**
 * Servers with our JARs and that of the example kind. All of them that set no build option share one build and its
 * archive of classes: a server of another build takes more time to start, and the build itself takes longer still.
 */
public final class TestServer {

    private TestServer() {}

    /** Settings for a server on this database. */
    public static ServerSettings on(Database database) {
        return KeycloakServer.on(database)
                .provider(Workspace.directory("example").resolve("example-kind.jar"));
    }

    /**
     * The same without Keycloak's clean-ups of every realm, each 15 and each 3 minutes, which would be counted with a
     * test's own statements.
     */
    public static ServerSettings withoutCleanUps(Database database) {
        return on(database)
                .option("spi-scheduled--interval", "86400")
                .option("spi-user-sessions--infinispan--session-expiration-period", "86400");
    }
}
