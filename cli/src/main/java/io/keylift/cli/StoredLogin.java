// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.http.Http;
import io.keylift.client.output.PrivateFile;
import io.keylift.client.token.DeviceLogin;
import io.keylift.client.token.RefreshTokens;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** A refresh token in a file that only its user may read. No access token and no password is kept. */
final class StoredLogin implements RefreshTokens {

    private static final String TOKEN = "refresh-token";

    private final Path file;

    StoredLogin(Path file) {
        this.file = file;
    }

    boolean exists() {
        return Files.exists(file);
    }

    Path file() {
        return file;
    }

    /** @param clientId a public client with the device flow */
    void signIn(Http http, URI server, String realm, String clientId, boolean offline, Terminal terminal)
            throws IOException, InterruptedException {
        String address = server.toString().replaceFirst("/$", "");
        DeviceLogin device = new DeviceLogin(http, URI.create(address + "/realms/" + realm), clientId, null);
        String token = device.run(
                offline ? "openid offline_access" : "openid",
                uri -> terminal.err().println("Open this address in a browser, and sign in:\n\n  " + uri + "\n"));
        Properties login = new Properties();
        login.setProperty("server", server.toString());
        login.setProperty("client-id", clientId);
        login.setProperty(TOKEN, token);
        write(login);
    }

    /** A token of one server must not be sent to another. */
    void requireServer(URI server) throws IOException {
        String signedIn = read().getProperty("server");
        if (!server.toString().equals(signedIn)) {
            throw new UsageException("The sign-in of this profile is for " + signedIn + ". Run `keylift login` again.");
        }
    }

    String clientId() throws IOException {
        return read().getProperty("client-id");
    }

    @Override
    public String load() throws IOException {
        return read().getProperty(TOKEN);
    }

    @Override
    public void store(String refreshToken) throws IOException {
        Properties login = read();
        login.setProperty(TOKEN, refreshToken);
        write(login);
    }

    private Properties read() throws IOException {
        Properties login = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            login.load(reader);
        }
        return login;
    }

    /** As a whole or not at all, and never readable for others. */
    private void write(Properties login) throws IOException {
        Files.createDirectories(file.getParent());
        try (PrivateFile written = new PrivateFile(file)) {
            login.store(new OutputStreamWriter(written.out(), StandardCharsets.UTF_8), "Written by keylift login");
            written.keep();
        }
    }
}
