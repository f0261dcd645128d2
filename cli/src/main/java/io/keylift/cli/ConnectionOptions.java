// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.Keylift;
import io.keylift.client.http.Http;
import io.keylift.client.http.HttpSettings;
import io.keylift.client.token.Credentials;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
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

    private Settings settings(Terminal terminal) throws IOException {
        return Settings.of(terminal.environment(), profile);
    }

    /**
     * Connects.
     *
     * @param patience how long to go on without progress
     */
    Session open(Terminal terminal, Duration patience) throws IOException {
        Settings settings = settings(terminal);
        Secrets secrets = new Secrets(terminal, settings);
        Http http = http(settings, secrets);
        try {
            URI address = server(settings);
            String name = settings.required(realm, "realm");
            String tokens = settings.valueOr(tokenRealm, "token-realm", name);
            Credentials credentials = credentials(settings, secrets, address);
            return new Session(http, new Keylift(http, address, name, tokens, credentials, patience));
        } catch (IOException | RuntimeException e) {
            http.close();
            throw e;
        }
    }

    Session open(Terminal terminal) throws IOException {
        return open(terminal, Duration.ofMinutes(10));
    }

    private URI server(Settings settings) {
        String address = settings.required(server, "server");
        if (!address.matches("https?://.+")) {
            throw new UsageException("`--server` requires an address such as https://id.example.org");
        }
        return URI.create(address);
    }

    private Http http(Settings settings, Secrets secrets) throws IOException {
        String file = settings.value(truststore, "truststore");
        HttpSettings http = HttpSettings.defaults();
        return Http.open(
                file == null
                        ? http
                        : http.withTruststore(
                                Path.of(file), secrets.find(truststorePasswordFile, null, "truststore-password")));
    }

    private Credentials credentials(Settings settings, Secrets secrets, URI address) throws IOException {
        String client = settings.value(clientId, "client-id");
        String clientSecret = secrets.find(clientSecretFile, clientSecretCommand, "client-secret");
        String user = settings.value(username, "username");
        if (user != null) {
            return Credentials.ofUser(
                    settings.required(clientId, "client-id"),
                    clientSecret,
                    user,
                    secrets.required(passwordFile, passwordCommand, "password"));
        }
        if (clientSecret != null) {
            return Credentials.ofClient(settings.required(clientId, "client-id"), clientSecret);
        }
        StoredLogin login = settings.login();
        if (!login.exists()) {
            throw new UsageException("Sign in with `keylift login`, or give `--client-id` with `--client-secret-file`");
        }
        login.requireServer(address);
        return Credentials.ofRefreshToken(client == null ? login.clientId() : client, null, login);
    }

    /** Signs a user in who agrees in a browser. */
    StoredLogin login(Terminal terminal, boolean offline) throws IOException, InterruptedException {
        Settings settings = settings(terminal);
        Secrets secrets = new Secrets(terminal, settings);
        try (Http http = http(settings, secrets)) {
            URI address = server(settings);
            String name = settings.valueOr(tokenRealm, "token-realm", settings.required(realm, "realm"));
            String client = settings.required(clientId, "client-id");
            StoredLogin login = settings.login();
            login.signIn(http, address, name, client, offline, terminal);
            return login;
        }
    }
}
