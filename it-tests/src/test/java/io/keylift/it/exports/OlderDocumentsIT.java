// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.HttpFailure;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.SignIn;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A realm document of our own with whatever documents of Keycloak 1 to 17 have and those of today have not. The shapes
 * are those of {@code migration-realm-*.json} in the test suite of keycloak/keycloak, and of its quickstarts.
 */
@OnSharedServer
@SecondTier
class OlderDocumentsIT {

    private static final String REALM = "older-documents";
    private static final String PASSWORD = "opensesame";

    private static TwinRealm realm;
    private static SignIn signIn;
    private static ImportAnswer first;
    private static ImportAnswer second;

    @BeforeAll
    static void importTwice(SharedServer server) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, REALM);
        realm = new TwinRealm(server.admin(), REALM);
        signIn = new SignIn(server.keycloak().baseUrl(), REALM, "shop", "openid");
        byte[] document;
        try (InputStream in = OlderDocumentsIT.class.getResourceAsStream("older-realm.json")) {
            document = in.readAllBytes();
        }
        first = client.post("?ids=prefer&ifExists=skip", "application/json", document);
        second = client.post("?ids=prefer&ifExists=skip", "application/json", document);
    }

    @Test
    void everythingGoesInOnce() {
        assertThat(first.addsUp().rejects()).isEmpty();
        assertThat(first.end()).isEqualTo("COMPLETED");
        assertThat(second.addsUp().rejects()).isEmpty();
        assertThat(second.count("skipped")).isEqualTo(second.count("read")).isEqualTo(first.count("read"));
    }

    @Test
    void whatIsLostIsTold() {
        assertThat(first.summary().get("warnings").findValuesAsText("message"))
                .satisfiesExactlyInAnyOrder(
                        message -> assertThat(message)
                                .isEqualTo("`authorizationSettings` was not imported (1). Use fine-grained admin"
                                        + " permissions: `realm-management` of this realm is not protected."),
                        message -> assertThat(message).startsWith("`grantedClientRoles` was not imported (1)."),
                        message -> assertThat(message).startsWith("`grantedRealmRoles` was not imported (1)."),
                        message -> assertThat(message).startsWith("3 settings of the realm were not imported."),
                        message -> assertThat(message).startsWith("The document has no `keycloakVersion`"));
    }

    @Test
    void usersSignInWithTheirOldPasswords() throws GeneralSecurityException {
        for (String username : List.of("of-1-9", "of-17", "by-hand")) {
            assertThat(signIn.isPassword(username, PASSWORD)).as(username).isTrue();
            assertThat(signIn.isPassword(username, "wrong")).as(username).isFalse();
        }
        assertThat(signIn.isPassword("of-4-8", PASSWORD))
                .as("a second factor is required")
                .isFalse();
        String step = totp("dSdmuHLQhkm54oIm0A0S", System.currentTimeMillis() / 40_000);
        assertThat(isCode(step)).isTrue();
        assertThat(isCode("00000000")).isFalse();
    }

    private static boolean isCode(String code) {
        try {
            new AdminHttp(
                            signIn.server(),
                            REALM,
                            Map.of(
                                    "grant_type", "password",
                                    "client_id", "shop",
                                    "username", "of-4-8",
                                    "password", PASSWORD,
                                    "totp", code))
                    .token();
            return true;
        } catch (HttpFailure e) {
            assertThat(e.body()).contains("Invalid user credentials");
            return false;
        }
    }

    @Test
    void consentsAreThere() {
        JsonNode consents = realm.admin().get(realm.path("users/" + realm.userId("of-4-8") + "/consents"));

        assertThat(consents).hasSize(1);
        assertThat(texts(consents.at("/0/grantedClientScopes"))).containsExactlyInAnyOrder("email", "offline_access");
    }

    @Test
    void newUsersGetTheDefaultRoles() {
        JsonNode composites = realm.admin().get(realm.path("roles/default-roles-" + REALM + "/composites"));

        assertThat(composites.findValuesAsText("name"))
                .contains("reader", "buyer", "offline_access", "view-profile", "manage-account");
    }

    @Test
    void rolesAndIdentitiesOfUsersAreThere() {
        String user = "users/" + realm.userId("of-1-9");
        JsonNode effective =
                realm.admin().get(realm.path(user + "/role-mappings/clients/" + realm.clientId("shop") + "/composite"));

        assertThat(effective.findValuesAsText("name")).contains("buyer");
        assertThat(realm.admin().get(realm.path(user + "/federated-identity")).findValuesAsText("userName"))
                .containsExactly("kim@mail.example");
        assertThat(realm.admin().get(realm.path("roles/chief/composites")).findValuesAsText("name"))
                .containsExactlyInAnyOrder("reader", "buyer");
    }

    @Test
    void rolesInTheScopesOfClientsAreThere() {
        String shop = "clients/" + realm.clientId("shop");
        String account = "clients/" + realm.clientId("account");

        assertThat(realm.admin().get(realm.path(shop + "/scope-mappings/realm")).findValuesAsText("name"))
                .containsExactly("reader");
        assertThat(realm.admin()
                        .get(realm.path(account + "/scope-mappings/" + shop))
                        .findValuesAsText("name"))
                .containsExactly("buyer");
    }

    @Test
    void clientsHaveClientScopesOfTheirProtocolAndTheirTemplate() {
        assertThat(clientScopes("shop")).contains("Shop_template");
        assertThat(clientScopes("vault")).contains("profile", "email").doesNotContain("role_list");
    }

    private static List<String> clientScopes(String client) {
        return realm.admin()
                .get(realm.path("clients/" + realm.clientId(client) + "/default-client-scopes"))
                .findValuesAsText("name");
    }

    @Test
    void clientsProtectTheirResources() {
        String server = "clients/" + realm.clientId("vault") + "/authz/resource-server/";

        assertThat(realm.admin().get(realm.path(server + "permission")).findValuesAsText("name"))
                .contains("Boxes");
        assertThat(realm.admin().get(realm.path(server + "resource")).findValuesAsText("name"))
                .contains("box");
    }

    private static List<String> texts(JsonNode values) {
        return StreamSupport.stream(values.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    /** A one-time password of eight digits (RFC 6238, HMAC-SHA-1). */
    private static String totp(String secret, long step) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
        byte[] hash = mac.doFinal(ByteBuffer.allocate(8).putLong(step).array());
        int offset = hash[hash.length - 1] & 0xf;
        int code = ByteBuffer.wrap(hash, offset, 4).getInt() & 0x7fffffff;
        return String.format("%08d", code % 100_000_000);
    }
}
