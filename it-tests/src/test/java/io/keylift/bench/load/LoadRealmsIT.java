// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.KeycloakServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The objects that the load test imports fit the requests of its scenarios. */
@OnSharedServer
@TestInstance(Lifecycle.PER_CLASS)
@SecondTier
class LoadRealmsIT {

    private static final int USERS = 20;
    private static final int CLIENTS = 5;

    private final SharedServer server;
    private final KeycloakServer keycloak;

    LoadRealmsIT(SharedServer server) {
        this.server = server;
        this.keycloak = server.keycloak();
    }

    /** Twice: a load test that is interrupted imports again. */
    @BeforeAll
    void create() throws Exception {
        LoadRealms realms = new LoadRealms(server.database(), keycloak);
        realms.create(USERS, CLIENTS);
        realms.create(USERS, CLIENTS);
    }

    @AfterAll
    void remove() {
        server.admin().delete("/admin/realms/" + LoadRealms.REALM);
        server.admin().delete("/admin/realms/" + LoadRealms.SESSION_REALM);
    }

    @Test
    void theLastUserSignsInAndTheLastClientGetsAToken() {
        assertThat(token(Map.of(
                        "grant_type",
                        "password",
                        "client_id",
                        LoadRealms.BROWSER_CLIENT,
                        "username",
                        "user-" + (USERS - 1),
                        "password",
                        LoadRealms.PASSWORD)))
                .isNotBlank();
        assertThat(token(Map.of(
                        "grant_type",
                        "client_credentials",
                        "client_id",
                        "client-" + (CLIENTS - 1),
                        "client_secret",
                        LoadRealms.SECRET)))
                .isNotBlank();
    }

    private String token(Map<String, String> form) {
        return new AdminHttp(keycloak.baseUrl(), LoadRealms.REALM, form).token();
    }

    /** Neither hash is one that the server replaces at the first sign-in: the hash of a sign-in would count twice. */
    @Test
    void sessionsGetACheapHashThatStays() throws Exception {
        List<JsonNode> tokens = new Sessions(keycloak.baseUrl()).makeUpTo(LoadRealms.SESSION_USERS / 100);

        assertThat(tokens)
                .hasSize(LoadRealms.SESSION_USERS / 100)
                .allSatisfy(answer ->
                        assertThat(answer.path("refresh_token").asText()).isNotBlank());
        assertThat(credential(LoadRealms.SESSION_REALM)).contains("\"hashIterations\":1,", "pbkdf2-sha256");
        assertThat(credential(LoadRealms.REALM)).contains("argon2");
    }

    private String credential(String realm) {
        JsonNode user = server.admin().get("/admin/realms/" + realm + "/users?exact=true&username=user-0");
        return server.admin()
                .get("/admin/realms/" + realm + "/users/" + user.at("/0/id").asText() + "/credentials")
                .at("/0/credentialData")
                .asText();
    }

    @Test
    void thePageHasAStyleSheetThatTheServerHas() throws Exception {
        URI styleSheet = keycloak.baseUrl().resolve(SignInPage.styleSheet(keycloak));

        assertThat(HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(styleSheet).build(), BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void theServersMetersTellItsHeap() throws Exception {
        Meters meters = Meters.of(keycloak);

        assertThat(meters.heapUsedMegabytes()).isPositive().isLessThan(meters.heapCommittedMegabytes());
    }
}
