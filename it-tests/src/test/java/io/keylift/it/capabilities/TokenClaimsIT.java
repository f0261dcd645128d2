// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Capabilities in tokens, user info and introspection. */
@OnSharedServer
class TokenClaimsIT {

    private static final String ALL = "[\"chief\",\"clerk\",\"orders.edit\",\"orders.view\",\"stock.view\"]";
    private static final Map<String, String> EVERYWHERE = Map.of(
            "access.token.claim",
            "true",
            "id.token.claim",
            "true",
            "userinfo.token.claim",
            "true",
            "introspection.token.claim",
            "true",
            "lightweight.claim",
            "true");

    private static CapabilityRealm realm;
    private static OidcRealm oidc;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = CapabilityRealm.create(server, "token-claims");
        oidc = OidcRealm.of(server, realm);
        realm.source(
                "shop",
                Map.of(
                        "version",
                        "1",
                        "capabilities",
                        List.of(
                                Map.of("name", "orders.view", "type", "data"),
                                Map.of("name", "orders.edit", "type", "data"),
                                Map.of("name", "reports.run", "type", "procedural")),
                        "sets",
                        List.of(
                                Map.of("name", "clerk", "members", List.of("orders.view")),
                                Map.of("name", "chief", "members", List.of("clerk", "orders.edit")))));
        realm.source("depot", List.of("stock.view"), Map.of());
        realm.assign(realm.role("manager"), "chief");
        realm.assign(realm.role("storekeeper"), "stock.view");
        oidc.person("anna", "manager", "storekeeper");
        oidc.person("nobody");
    }

    @Test
    void namesStandInOrderWhereverThereAreClaims() {
        client("everywhere", Map.of(), Map.of());

        JsonNode tokens = oidc.signIn("everywhere", "anna");

        String access = tokens.get("access_token").asText();
        assertThat(OidcRealm.claims(access).path("capabilities").toString()).isEqualTo(ALL);
        assertThat(OidcRealm.claims(tokens.get("id_token").asText())
                        .path("capabilities")
                        .toString())
                .isEqualTo(ALL);
        assertThat(oidc.userInfo(access).path("capabilities").toString()).isEqualTo(ALL);
        assertThat(oidc.introspect("everywhere", access).path("capabilities").toString())
                .isEqualTo(ALL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "access.token.claim",
                "id.token.claim",
                "userinfo.token.claim",
                "introspection.token.claim",
                "lightweight.claim"
            })
    void eachPlaceHasItsSwitch(String place) {
        Map<String, String> config = new HashMap<>();
        EVERYWHERE.keySet().forEach(other -> config.put(other, String.valueOf(other.equals(place))));
        boolean isLightweight = place.equals("lightweight.claim");
        client(place, config, Map.of("client.use.lightweight.access.token.enabled", String.valueOf(isLightweight)));

        JsonNode tokens = oidc.signIn(place, "anna");

        String access = tokens.get("access_token").asText();
        assertThat(OidcRealm.claims(access).has("capabilities"))
                .isEqualTo(isLightweight || place.equals("access.token.claim"));
        assertThat(OidcRealm.claims(tokens.get("id_token").asText()).has("capabilities"))
                .isEqualTo(place.equals("id.token.claim"));
        assertThat(oidc.userInfo(access).has("capabilities")).isEqualTo(place.equals("userinfo.token.claim"));
        if (place.equals("introspection.token.claim")) {
            assertThat(oidc.introspect(place, access).path("capabilities").toString())
                    .isEqualTo(ALL);
        }
    }

    @Test
    void aLightweightTokenHasWhatTheyAskForWhoIntrospectIt() {
        Map<String, String> config = new HashMap<>(EVERYWHERE);
        config.put("lightweight.claim", "false");
        client("light", config, Map.of("client.use.lightweight.access.token.enabled", "true"));

        String access = oidc.signIn("light", "anna").get("access_token").asText();

        assertThat(OidcRealm.claims(access).has("capabilities")).isFalse();
        assertThat(oidc.introspect("light", access).path("capabilities").toString())
                .isEqualTo(ALL);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "capability.prefix, orders., '[\"orders.edit\",\"orders.view\"]'",
                "capability.prefix, Orders., '[]'",
                "capability.source, depot, '[\"stock.view\"]'",
                "capability.type, data, '[\"orders.edit\",\"orders.view\"]'",
                "capability.sets.only, true, '[\"chief\",\"clerk\"]'",
            })
    void filtersChoose(String filter, String value, String names) {
        String client = filter + (filter.endsWith("prefix") && value.startsWith("O") ? "-upper-case" : "");
        client(client, Map.of(filter, value), Map.of());

        assertThat(access(client, "anna").path("capabilities").toString()).isEqualTo(names);
    }

    @Test
    void filtersHoldTogether() {
        client(
                "filters",
                Map.of("capability.source", "shop", "capability.prefix", "c", "capability.type", ""),
                Map.of());

        assertThat(access("filters", "anna").path("capabilities").toString()).isEqualTo("[\"chief\",\"clerk\"]");
    }

    @Test
    void theClaimIsCalledAsTheAdministratorLikes() {
        client("named", Map.of("claim.name", "may.do"), Map.of());

        JsonNode claims = access("named", "anna");

        assertThat(claims.at("/may/do").toString()).isEqualTo(ALL);
        assertThat(claims.has("capabilities")).isFalse();
    }

    @Test
    void whoHasNothingHasAnEmptyList() {
        client("empty", Map.of(), Map.of());

        assertThat(access("empty", "nobody").path("capabilities").toString()).isEqualTo("[]");
    }

    @Test
    void aListOneByteTooLongIsLeftOutAndAMarkerSaysSo() {
        client("fits", Map.of("capability.max.bytes", String.valueOf(ALL.length())), Map.of());
        client("overflows", Map.of("capability.max.bytes", String.valueOf(ALL.length() - 1)), Map.of());

        JsonNode fits = access("fits", "anna");
        JsonNode tokens = oidc.signIn("overflows", "anna");
        String access = tokens.get("access_token").asText();

        assertThat(fits.path("capabilities").toString()).isEqualTo(ALL);
        assertThat(fits.has("capabilities_overflow")).isFalse();
        for (JsonNode claims : List.of(
                OidcRealm.claims(access),
                OidcRealm.claims(tokens.get("id_token").asText()),
                oidc.userInfo(access),
                oidc.introspect("overflows", access))) {
            assertThat(claims.has("capabilities")).as(claims.toString()).isFalse();
            assertThat(claims.path("capabilities_overflow").isBoolean()).isTrue();
            assertThat(claims.path("capabilities_overflow").asBoolean()).isTrue();
        }
    }

    @Test
    void bytesAreCountedAndNotCharacters() {
        realm.source("abroad", List.of("\u00fcber.\u00e4ndern"), Map.of());
        realm.assign(realm.role("foreigner"), "\u00fcber.\u00e4ndern");
        oidc.person("bela", "foreigner");
        String list = "[\"\u00fcber.\u00e4ndern\"]";
        int bytes = list.getBytes(StandardCharsets.UTF_8).length;
        client("bytes", Map.of("capability.max.bytes", String.valueOf(bytes)), Map.of());
        client("characters", Map.of("capability.max.bytes", String.valueOf(bytes - 1)), Map.of());

        assertThat(access("bytes", "bela").path("capabilities").toString()).isEqualTo(list);
        assertThat(access("characters", "bela").has("capabilities_overflow")).isTrue();
    }

    @Test
    void aTokenStaysSmallByItself() {
        List<String> many = IntStream.range(0, 400)
                .mapToObj(i -> "warehouse.shelf-" + i + ".view")
                .toList();
        realm.source("many", many, Map.of("everything", many));
        realm.assign(realm.role("owner"), "everything");
        oidc.person("otto", "owner");
        client("plain", Map.of(), Map.of());

        String token = oidc.signIn("plain", "otto").get("access_token").asText();

        assertThat(OidcRealm.claims(token).path("capabilities_overflow").asBoolean())
                .isTrue();
        assertThat(token.length()).isLessThan(4096);
    }

    @Test
    void aClientSeesWhatItsScopeLetsThrough(SharedServer server) {
        String otto = oidc.person("emma", "manager", "storekeeper");
        realm.send("PUT", "capabilities/users/" + otto, Map.of("set", List.of("reports.run")));
        String narrow = client("narrow", Map.of(), Map.of(), Map.of("fullScopeAllowed", false));
        client("wide", Map.of(), Map.of());
        server.admin()
                .post(
                        realm.path("clients/" + narrow + "/scope-mappings/realm"),
                        List.of(server.admin().get(realm.path("roles/storekeeper"))));

        assertThat(access("narrow", "emma").path("capabilities").toString()).isEqualTo("[\"stock.view\"]");
        assertThat(access("wide", "emma").path("capabilities").toString())
                .isEqualTo("[\"chief\",\"clerk\",\"orders.edit\",\"orders.view\",\"reports.run\",\"stock.view\"]");
    }

    @Test
    void aServiceAccountIsAUserLikeOthers() {
        String robot = client("robot", Map.of(), Map.of());
        oidc.grant(oidc.serviceAccount(robot), "storekeeper");

        assertThat(OidcRealm.claims(oidc.ownToken("robot")).path("capabilities").toString())
                .isEqualTo("[\"stock.view\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "-5", "much", "99999999999"})
    void aSizeThatIsNoneIsRefused(String size, SharedServer server) {
        HttpResponse<String> answer = server.admin()
                .send(
                        "POST",
                        realm.path("client-scopes"),
                        Map.of("name", "size-" + size, "protocol", "openid-connect"));
        String scope = answer.headers().firstValue("Location").orElseThrow().replaceAll(".*/", "");

        HttpResponse<String> refused = server.admin()
                .send(
                        "POST",
                        realm.path("client-scopes/" + scope + "/protocol-mappers/models"),
                        mapper(Map.of("capability.max.bytes", size)));

        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(refused.body()).contains("number of bytes");
    }

    @Test
    void aClaimWithinThatOfAnotherMapperIsRefusedOrLeftOut(SharedServer server) {
        String client = client("within", Map.of("claim.name", "caps"), Map.of());
        Map<String, Object> within = new HashMap<>(mapper(Map.of("claim.name", "caps.sets")));
        within.put("name", "sets");

        HttpResponse<String> refused =
                server.admin().send("POST", realm.path("clients/" + client + "/protocol-mappers/models"), within);
        HttpResponse<String> scope = server.admin()
                .send(
                        "POST",
                        realm.path("client-scopes"),
                        Map.of("name", "within", "protocol", "openid-connect", "protocolMappers", List.of(within)));
        String scopeId = scope.headers().firstValue("Location").orElseThrow().replaceAll(".*/", "");
        server.admin().put(realm.path("clients/" + client + "/default-client-scopes/" + scopeId), null);

        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(refused.body()).contains("overlaps");
        assertThat(oidc.signIn("within", "anna").has("access_token")).isTrue();
    }

    private static JsonNode access(String client, String username) {
        return OidcRealm.claims(
                oidc.signIn(client, username).get("access_token").asText());
    }

    private static String client(String clientId, Map<String, String> config, Map<String, String> attributes) {
        return client(clientId, config, attributes, Map.of());
    }

    private static String client(
            String clientId, Map<String, String> config, Map<String, String> attributes, Map<String, ?> fields) {
        Map<String, Object> client = new HashMap<>(fields);
        Map<String, String> allAttributes = new HashMap<>(attributes);
        allAttributes.put("allow.token.introspection.without.audience.check", "true");
        client.put("attributes", allAttributes);
        client.put("protocolMappers", List.of(mapper(config)));
        return oidc.client(clientId, client);
    }

    private static Map<String, Object> mapper(Map<String, String> config) {
        Map<String, String> all = new HashMap<>(EVERYWHERE);
        all.putAll(config);
        return Map.of(
                "name",
                "capabilities",
                "protocol",
                "openid-connect",
                "protocolMapper",
                "keylift-capability-mapper",
                "config",
                all);
    }
}
