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
}
