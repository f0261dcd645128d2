// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who the caller is: a sign-in that is kept, secrets and profiles. */
class LoginTest {

    @TempDir
    private Path folder;

    private HttpServer server;
    private final List<String> forms = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();
    private String input = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/realms/acme/protocol/openid-connect/auth/device", exchange -> {
            forms.add(body(exchange));
            answer(
                    exchange,
                    200,
                    "{\"device_code\":\"d\",\"interval\":1,\"expires_in\":60,"
                            + "\"verification_uri_complete\":\"https://id.example.org/device?code=ABCD\"}");
        });
        server.createContext("/realms/acme/protocol/openid-connect/token", exchange -> {
            String form = body(exchange);
            forms.add(form);
            boolean first = form.contains("device_code=d")
                    && forms.stream()
                                    .filter(sent -> sent.contains("device_code=d"))
                                    .count()
                            == 1;
            if (first) {
                answer(exchange, 400, "{\"error\":\"authorization_pending\"}");
            } else {
                answer(
                        exchange,
                        200,
                        "{\"access_token\":\"t\",\"expires_in\":300,\"refresh_token\":\"r" + forms.size() + "\"}");
            }
        });
        server.createContext("/admin/realms/acme/bulk-import/kinds", exchange -> {
            authorizations.add(exchange.getRequestHeaders().getFirst("Authorization"));
            answer(exchange, 200, "[{\"kind\":\"users\",\"key\":\"username\",\"permitted\":true}]");
        });
        server.start();
        environment.put("KEYLIFT_CONFIG", folder.toString());
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static String body(HttpExchange exchange) throws IOException {
        return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String address() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    private int run(String... arguments) {
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment,
                false);
        return Main.run(terminal, arguments);
    }

    private String lastForm() {
        return forms.get(forms.size() - 1);
    }

    @Test
    void aSignInKeepsARefreshTokenThatOnlyTheUserMayRead() throws IOException {
        Files.writeString(folder.resolve("default.properties"), "server=" + address() + "\nrealm=acme\n");

        assertThat(run("login", "--client-id", "keylift")).as(err.toString()).isZero();
        Path file = folder.resolve("default.login");
        String kept = Files.readString(file);
        assertThat(run("kinds")).as(err.toString()).isZero();

        assertThat(err.toString())
                .contains("https://id.example.org/device?code=ABCD")
                .doesNotContain("r3");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(kept).contains("refresh-token=r3").doesNotContain("=t\n");
        assertThat(lastForm()).contains("grant_type=refresh_token").endsWith("refresh_token=r3");
        // The server may take each only once.
        assertThat(file).content().contains("refresh-token=r4");
        assertThat(authorizations).containsExactly("Bearer t");
        assertThat(out.toString()).contains("users");
    }

    @Test
    void aSignInIsNotSentToAnotherServer() throws IOException {
        Files.writeString(folder.resolve("default.login"), "server=https://id.example.org\nrefresh-token=r\n");

        assertThat(run("kinds", "--server", address(), "--realm", "acme")).isEqualTo(ExitCode.USAGE);

        assertThat(forms).isEmpty();
        assertThat(err.toString()).contains("https://id.example.org");
    }

    @Test
    void anOptionCountsBeforeTheEnvironmentAndThatBeforeTheProfile() throws IOException {
        Files.writeString(
                folder.resolve("work.properties"),
                "server=" + address() + "\nrealm=other\nclient-id=of-profile\nclient-secret-file="
                        + Files.writeString(folder.resolve("secret"), "s3cret\n"));
        environment.put("KEYLIFT_PROFILE", "work");
        environment.put("KEYLIFT_REALM", "acme");

        assertThat(run("kinds")).as(err.toString()).isZero();
        assertThat(lastForm()).isEqualTo("grant_type=client_credentials&client_id=of-profile&client_secret=s3cret");
        environment.put("KEYLIFT_CLIENT_ID", "of-environment");
        environment.put("KEYLIFT_CLIENT_SECRET", "another");
        assertThat(run("kinds")).isZero();
        assertThat(lastForm()).endsWith("client_id=of-environment&client_secret=another");
        input = "piped\n";
        assertThat(run("kinds", "--client-id", "of-option", "--client-secret-file", "-"))
                .isZero();
        assertThat(lastForm()).endsWith("client_id=of-option&client_secret=piped");
    }

    @Test
    void aSecretMayComeFromACommand() throws IOException {
        Files.writeString(
                folder.resolve("default.properties"),
                "server=" + address() + "\nrealm=acme\nclient-id=importer\n"
                        + "client-secret-command=echo of-keyring; echo user: importer\n");

        assertThat(run("kinds")).as(err.toString()).isZero();
        assertThat(lastForm()).endsWith("client_secret=of-keyring");
        assertThat(run("kinds", "--username", "jo", "--password-command", "printf of-command"))
                .isZero();
        assertThat(lastForm()).contains("username=jo", "password=of-command");
        assertThat(run("kinds", "--client-secret-command", "echo hidden; exit 3"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(run("kinds", "--client-secret-command", "true")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("ended with 3", "without a secret").doesNotContain("hidden");
    }

    @Test
    void aProfileWithAnUnknownNameIsRefused() throws IOException {
        Files.writeString(folder.resolve("default.properties"), "sever=http://localhost\n");

        assertThat(run("kinds")).isEqualTo(ExitCode.USAGE);

        assertThat(err.toString()).contains("sever");
    }

    @Test
    void whatIsMissingIsNamedWithAllWaysToGiveIt() {
        assertThat(run("kinds")).isEqualTo(ExitCode.USAGE);

        assertThat(err.toString()).contains("--server", "KEYLIFT_SERVER", "default.properties");
    }
}
