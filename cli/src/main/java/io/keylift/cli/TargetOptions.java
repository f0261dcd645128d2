// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The server, the realm and the caller that a copy goes to. Without a server, it is that of the source. */
final class TargetOptions {

    @Option(names = "--to-realm", paramLabel = "NAME", description = "Realm of the copy")
    private String realm;

    @Option(names = "--to-server", paramLabel = "URL", description = "Server of the copy. Default: that of the source.")
    private String server;

    @Option(
            names = "--to-token-realm",
            paramLabel = "NAME",
            description = "Realm that gives out the tokens for --to-server. Default: master.")
    private String tokenRealm;

    @Option(names = "--to-client-id", paramLabel = "ID", description = "Client that asks for them")
    private String clientId;

    @Option(
            names = "--to-client-secret-file",
            paramLabel = "FILE",
            description = "File with the secret of that client. Or set KEYLIFT_TO_CLIENT_SECRET.")
    private String clientSecretFile;

    @Option(
            names = "--to-client-secret-command",
            paramLabel = "COMMAND",
            description = "Command that writes the secret of that client")
    private String clientSecretCommand;

    @Option(names = "--to-username", paramLabel = "NAME", description = "User who signs in with a password there")
    private String username;

    @Option(
            names = "--to-password-file",
            paramLabel = "FILE",
            description = "File with the password of that user. Or set KEYLIFT_TO_PASSWORD.")
    private String passwordFile;

    @Option(
            names = "--to-password-command",
            paramLabel = "COMMAND",
            description = "Command that writes the password of that user")
    private String passwordCommand;

    @Option(names = "--to-truststore", paramLabel = "FILE", description = "Certificates to trust for --to-server")
    private String truststore;

    @Option(
            names = "--to-truststore-password-file",
            paramLabel = "FILE",
            description = "File with the password of that truststore. Or set KEYLIFT_TO_TRUSTSTORE_PASSWORD.")
    private String truststorePasswordFile;

    @Option(names = "--to-profile", paramLabel = "NAME", description = "Profile with values for the options --to-…")
    private String profile;

    /** @param source whose server and caller are taken if these options name no server */
    Session open(Terminal terminal, Session source, Duration patience) throws IOException {
        Settings settings = Settings.ofTarget(terminal.environment(), profile);
        Connection connection = new Connection(
                terminal,
                settings,
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
        if (!connection.hasServer() && connection.hasCaller()) {
            throw new UsageException("Give `--to-server` as well: without it, the caller of the source makes the copy");
        }
        return connection.hasServer()
                ? connection.open("master", patience)
                : Session.of(source.http(), source.server(), settings.required(realm, "realm"));
    }
}
