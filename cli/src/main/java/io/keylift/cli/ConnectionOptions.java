// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The server, the realm and the caller. What no option says is taken from the environment, then from the profile. */
final class ConnectionOptions {

    @Option(names = "--server", paramLabel = "URL", description = "Address of Keycloak, with its relative path")
    private String server;

    @Option(names = "--realm", paramLabel = "NAME", description = "Realm to work on")
    private String realm;

    @Option(
            names = "--token-realm",
            paramLabel = "NAME",
            description = "Realm that gives out the tokens. Default: the realm to work on.")
    private String tokenRealm;

    @Option(names = "--client-id", paramLabel = "ID", description = "Client that asks for tokens")
    private String clientId;

    @Option(
            names = "--client-secret-file",
            paramLabel = "FILE",
            description = "File with the secret of the client; - for standard input. Or set KEYLIFT_CLIENT_SECRET.")
    private String clientSecretFile;

    @Option(
            names = "--client-secret-command",
            paramLabel = "COMMAND",
            description = "Command that writes the secret of the client, such as that of a keyring")
    private String clientSecretCommand;

    @Option(names = "--username", paramLabel = "NAME", description = "User who signs in with a password")
    private String username;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "File with the password of the user; - for standard input. Or set KEYLIFT_PASSWORD.")
    private String passwordFile;

    @Option(
            names = "--password-command",
            paramLabel = "COMMAND",
            description = "Command that writes the password of the user, such as that of a keyring")
    private String passwordCommand;

    @Option(
            names = "--truststore",
            paramLabel = "FILE",
            description = "Certificates to trust instead of those of Java: PEM, PKCS #12 or JKS")
    private String truststore;

    @Option(
            names = "--truststore-password-file",
            paramLabel = "FILE",
            description = "File with the password of the truststore. Or set KEYLIFT_TRUSTSTORE_PASSWORD.")
    private String truststorePasswordFile;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "Profile with values for these options. Or set KEYLIFT_PROFILE. Default: default.")
    private String profile;

    /** Connects, by these options. */
    Connection in(Terminal terminal) throws IOException {
        return new Connection(
                terminal,
                Settings.of(terminal.environment(), profile),
                new Connection.Given(
                        server,
                        realm,
                        tokenRealm,
                        clientId,
                        clientSecretFile,
                        clientSecretCommand,
                        username,
                        passwordFile,
                        passwordCommand,
                        truststore,
                        truststorePasswordFile));
    }

    /**
     * Connects.
     *
     * @param patience how long to go on without progress
     */
    Session open(Terminal terminal, Duration patience) throws IOException {
        return in(terminal).open(null, patience);
    }

    Session open(Terminal terminal) throws IOException {
        return open(terminal, Duration.ofMinutes(10));
    }

    /** Signs a user in who agrees in a browser. */
    StoredLogin login(Terminal terminal, boolean offline) throws IOException, InterruptedException {
        return in(terminal).login(offline);
    }
}
