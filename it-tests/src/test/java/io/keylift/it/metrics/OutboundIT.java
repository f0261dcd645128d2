// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.LdapServer;
import io.keylift.it.server.SlowLink;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Calls of other servers, which are far away: what Keylift shows is how long the connections were open. */
@OnMeteredServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SecondTier
class OutboundIT {

    private static final String REALM = "outbound";
    private static final String ADMIN = "/admin/realms/" + REALM;
    private static final int CALLS = 3;
    private static final Duration DELAY = Duration.ofMillis(300);
    private static final String PASSWORD = "secret";

    private MeteredServer server;
    private AdminHttp admin;

    @BeforeAll
    void realm(MeteredServer metered) {
        server = metered;
        admin = metered.admin();
        TestRealms.create(admin, REALM);
    }

    @AfterAll
    void removeRealm() {
        admin.delete(ADMIN);
    }

    @Test
    void aDirectoryIsAsked() throws IOException {
        try (LdapServer directory = LdapServer.start();
                SlowLink link = new SlowLink(
                        URI.create(directory.variables().get("LDAP")).getPort(), DELAY)) {
            directory.addTo(
                    admin, REALM, Map.of("connectionUrl", "ldap://localhost:" + link.port(), "readTimeout", "60000"));
            directory.add("first", "first@example.org", PASSWORD);
            signIn("first", "admin-cli");

            shown("ldap", link, 4 * CALLS, () -> {
                for (int i = 0; i < CALLS; i++) {
                    directory.add("u" + i, "u" + i + "@example.org", PASSWORD);
                    assertThat(admin.get(ADMIN + "/users?exact=true&username=u" + i))
                            .hasSize(1);
                    signIn("u" + i, "admin-cli");
                }
            });
        }
    }

    private void signIn(String user, String client) {
        Map<String, String> grant =
                Map.of("grant_type", "password", "client_id", client, "username", user, "password", PASSWORD);
        assertThat(new AdminHttp(server.keycloak().baseUrl(), REALM, grant).token())
                .isNotEmpty();
    }

    @Test
    void aMailIsSent() throws IOException {
        GreenMail mails = new GreenMail(new ServerSetup(0, null, ServerSetup.PROTOCOL_SMTP));
        mails.start();
        try (SlowLink link = new SlowLink(mails.getSmtp().getPort(), DELAY)) {
            admin.put(
                    ADMIN,
                    Map.of(
                            "smtpServer",
                            Map.of("host", "localhost", "port", "" + link.port(), "from", "keycloak@example.org")));
            String user = newUser("reader", "reader@example.org");
            send(user);
            int before = mails.getReceivedMessages().length;

            shown("smtp", link, 6 * CALLS, () -> {
                for (int i = 0; i < CALLS; i++) {
                    send(user);
                }
            });
            assertThat(mails.getReceivedMessages()).hasSize(before + CALLS);
        } finally {
            mails.stop();
        }
    }

    private void send(String user) {
        admin.put(ADMIN + "/users/" + user + "/execute-actions-email", List.of("UPDATE_PASSWORD"));
    }

    private String newUser(String name, String mail) {
        admin.postNew(
                ADMIN + "/users",
                Map.of(
                        "username",
                        name,
                        "enabled",
                        true,
                        "email",
                        mail,
                        "firstName",
                        name,
                        "lastName",
                        name,
                        "credentials",
                        List.of(Map.of("type", "password", "value", PASSWORD))));
        return admin.get(ADMIN + "/users?exact=true&username=" + name)
                .at("/0/id")
                .asText();
    }

    /**
     * Another server is called for the description of an identity provider, and for the back-channel logout of a
     * client.
     */
    @Test
    void anotherServerIsCalled() throws IOException {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", OutboundIT::answer);
        other.start();
        try (SlowLink link = new SlowLink(other.getAddress().getPort(), DELAY)) {
            String address = "http://localhost:" + link.port();
            admin.postNew(
                    ADMIN + "/clients",
                    Map.of(
                            "clientId",
                            "shop",
                            "publicClient",
                            true,
                            "directAccessGrantsEnabled",
                            true,
                            "attributes",
                            Map.of("backchannel.logout.url", address + "/logout")));
            String user = newUser("shopper", "shopper@example.org");
            importConfig(address);
            logOut(user);

            shown("http", link, 2 * CALLS, () -> {
                for (int i = 0; i < CALLS; i++) {
                    importConfig(address);
                    logOut(user);
                }
            });
        } finally {
            other.stop(0);
        }
    }

    private void importConfig(String address) {
        Map<String, String> provider = Map.of("providerId", "oidc", "fromUrl", address + "/");
        assertThat(admin.post(ADMIN + "/identity-provider/import-config", provider)
                        .toString())
                .contains("https://other.example.org/token");
    }

    private void logOut(String user) {
        signIn("shopper", "shop");
        admin.post(ADMIN + "/users/" + user + "/logout", Map.of());
    }

    /** Closes the connection after the answer. */
    private static void answer(HttpExchange exchange) throws IOException {
        byte[] body = """
                {"issuer": "https://other.example.org", "token_endpoint": "https://other.example.org/token",
                 "authorization_endpoint": "https://other.example.org/auth"}
                """.getBytes(StandardCharsets.UTF_8);
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.getResponseHeaders().set("Connection", "close");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** @param delays how often an answer is held back, at least */
    private void shown(String phase, SlowLink link, int delays, Runnable calls) {
        server.settle();
        double before = seconds(phase);
        double openBefore = link.openSeconds();
        calls.run();
        server.settle();

        double ours = seconds(phase) - before;
        double open = link.openSeconds() - openBefore;
        System.out.printf("%s: ours %.3f s, connections open %.3f s%n", phase, ours, open);
        assertThat(ours).isGreaterThan(delays * DELAY.toMillis() / 1e3).isCloseTo(open, within(0.05 * open));
    }

    /** Time in this phase, of all requests so far. */
    private double seconds(String phase) {
        return server.requests().stream()
                        .mapToLong(request -> request.get(phase).asLong())
                        .sum()
                / 1e9;
    }
}
