// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.Server;
import io.keylift.client.http.Http;
import io.keylift.client.http.HttpSettings;
import io.keylift.client.token.Credentials;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** Connects to a server, by options and, for what they do not say, by {@link Settings}. */
final class Connection {

    /**
     * Values of options, each {@code null} if it was not given.
     *
     * @param clientSecretFile file, or - for standard input, as for the password
     */
    record Given(
            String server,
            String realm,
            String tokenRealm,
            String clientId,
            String clientSecretFile,
            String clientSecretCommand,
            String username,
            String passwordFile,
            String passwordCommand,
            String truststore,
            String truststorePasswordFile) {}

    private final Terminal terminal;
    private final Settings settings;
    private final Secrets secrets;
    private final Given given;

    Connection(Terminal terminal, Settings settings, Given given) {
        this.terminal = terminal;
        this.settings = settings;
        this.secrets = new Secrets(terminal, settings);
        this.given = given;
    }

    /** Whether anything says which server it is. */
    boolean hasServer() {
        return settings.value(given.server(), "server") != null;
    }

    /** Whether anything says who the caller is. */
    boolean hasCaller() {
        return settings.value(given.clientId(), "client-id") != null
                || settings.value(given.username(), "username") != null;
    }

    /**
     * Connects.
     *
     * @param tokenRealm that gives out the tokens if nothing names one; {@code null} for the realm to work on
     * @param patience how long to go on without progress
     */
    Session open(String tokenRealm, Duration patience) throws IOException {
        Http http = http();
        try {
            URI address = server();
            String name = settings.required(given.realm(), "realm");
            String tokens = settings.valueOr(given.tokenRealm(), "token-realm", tokenRealm == null ? name : tokenRealm);
            return Session.of(http, new Server(http, address, tokens, credentials(address), patience), name);
        } catch (IOException | RuntimeException e) {
            http.close();
            throw e;
        }
    }

    private URI server() {
        String address = settings.required(given.server(), "server");
        if (!address.matches("https?://.+")) {
            throw new UsageException("`--server` requires an address such as https://id.example.org");
        }
        return URI.create(address);
    }

    private Http http() throws IOException {
        String file = settings.value(given.truststore(), "truststore");
        HttpSettings http = HttpSettings.defaults();
        return Http.open(
                file == null
                        ? http
                        : http.withTruststore(
                                Path.of(file),
                                secrets.find(given.truststorePasswordFile(), null, "truststore-password")));
    }

    private Credentials credentials(URI address) throws IOException {
        String client = settings.value(given.clientId(), "client-id");
        String clientSecret = secrets.find(given.clientSecretFile(), given.clientSecretCommand(), "client-secret");
        String user = settings.value(given.username(), "username");
        if (user != null) {
            return Credentials.ofUser(
                    settings.required(given.clientId(), "client-id"),
                    clientSecret,
                    user,
                    secrets.required(given.passwordFile(), given.passwordCommand(), "password"));
        }
        if (clientSecret != null) {
            return Credentials.ofClient(settings.required(given.clientId(), "client-id"), clientSecret);
        }
        StoredLogin login = settings.login();
        if (!login.exists()) {
            throw new UsageException("Sign in with `keylift login`, or give `" + settings.option("client-id")
                    + "` with `" + settings.option("client-secret-file") + "`");
        }
        login.requireServer(address);
        return Credentials.ofRefreshToken(client == null ? login.clientId() : client, null, login);
    }

    /** Signs a user in who agrees in a browser. */
    StoredLogin login(boolean offline) throws IOException, InterruptedException {
        try (Http http = http()) {
            URI address = server();
            String name =
                    settings.valueOr(given.tokenRealm(), "token-realm", settings.required(given.realm(), "realm"));
            String client = settings.required(given.clientId(), "client-id");
            StoredLogin login = settings.login();
            login.signIn(http, address, name, client, offline, terminal);
            return login;
        }
    }
}
