// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keycloak's Authorization Services decide by capabilities. */
@OnSharedServer
class PolicyIT {

    private static AdminHttp admin;
    private static CapabilityRealm realm;
    private static OidcRealm oidc;
    private static Warehouse warehouse;
    private static String clerk;
    private static String anna;

    @BeforeAll
    static void realm(SharedServer server) {
        admin = server.admin();
        realm = CapabilityRealm.create(server, "policies");
        realm.source(
                "shop",
                List.of("orders.view", "orders.edit", "orders.delete"),
                Map.of("editing", List.of("orders.edit")));
        warehouse = Warehouse.in(server, realm);
        oidc = warehouse.oidc();
        clerk = realm.role("clerk");
        realm.assign(clerk, "orders.view", "editing");
        anna = oidc.person("anna", "clerk");
        oidc.person("nobody");
    }

    @Test
    void aPolicyIsMadeShownAndChanged() {
        String id = warehouse.policy(
                "kept",
                List.of("orders.view", "orders.edit", "orders.view"),
                Map.of("description", "Who may edit", "requireAll", true, "logic", "NEGATIVE"));

        JsonNode made = admin.get(warehouse.path("policy/capability/" + id));
        admin.put(
                warehouse.path("policy/capability/" + id),
                Map.of("id", id, "name", "kept", "capabilities", List.of("orders.delete")));
        JsonNode changed = admin.get(warehouse.path("policy/capability/" + id));

        assertThat(made.get("type").asText()).isEqualTo("capability");
        assertThat(made.get("description").asText()).isEqualTo("Who may edit");
        assertThat(made.get("logic").asText()).isEqualTo("NEGATIVE");
        assertThat(made.get("requireAll").asBoolean()).isTrue();
        assertThat(made.get("capabilities").toString()).isEqualTo("[\"orders.edit\",\"orders.view\"]");
        assertThat(changed.get("logic").asText()).isEqualTo("POSITIVE");
        assertThat(changed.get("requireAll").asBoolean()).isFalse();
        assertThat(changed.get("capabilities").toString()).isEqualTo("[\"orders.delete\"]");
        assertThat(types()).contains("capability", "role");
    }

    private static List<String> types() {
        List<String> types = new ArrayList<>();
        admin.get(warehouse.path("policy/providers"))
                .forEach(type -> types.add(type.get("type").asText()));
        return types;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"bad\"}",
                "{\"name\":\"bad\",\"capabilities\":[]}",
                "{\"name\":\"bad\",\"capabilities\":[\"orders.view\",\" \"]}",
                "{\"name\":\"bad\",\"capabilities\":[null]}",
                "{\"name\":\"bad\",\"capabilities\":[1]}",
                "{\"name\":\"bad\",\"capabilities\":\"orders.view\"}",
                "{\"name\":\"bad\",\"capabilities\":[\"orders.view\"],\"requireAll\":\"maybe\"}"
            })
    void aPolicyWithoutNamesIsRefused(String policy) {
        HttpResponse<String> answer = admin.send("POST", warehouse.path("policy/capability"), policy);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(admin.get(warehouse.path("policy?name=bad"))).isEmpty();
    }

    @Test
    void whoHasOneOfThemMayPassAndNobodyElse() {
        String shelf = warehouse.shelf("any", List.of("orders.edit", "orders.delete"), Map.of());

        assertThat(warehouse.lets(token("anna"), "any")).isTrue();
        assertThat(warehouse.lets(token("nobody"), "any")).isFalse();
        assertThat(warehouse.evaluate(anna, shelf)).isEqualTo("PERMIT");
        assertThat(warehouse.evaluate("nobody", shelf)).isEqualTo("DENY");
    }

    @Test
    void whoHasAllOfThemMayPassIfAllAreAskedFor() {
        warehouse.shelf("all", List.of("orders.view", "editing"), Map.of("requireAll", true));
        warehouse.shelf("more", List.of("orders.view", "orders.delete"), Map.of("requireAll", true));

        assertThat(warehouse.lets(token("anna"), "all")).isTrue();
        assertThat(warehouse.lets(token("anna"), "more")).isFalse();
    }

    @Test
    void negativeLogicTurnsItRound() {
        String shelf = warehouse.shelf("negative", List.of("orders.edit"), Map.of("logic", "NEGATIVE"));

        assertThat(warehouse.lets(token("anna"), "negative")).isFalse();
        assertThat(warehouse.lets(token("nobody"), "negative")).isTrue();
        assertThat(warehouse.evaluate(anna, shelf)).isEqualTo("DENY");
        assertThat(warehouse.evaluate("nobody", shelf)).isEqualTo("PERMIT");
    }

    @Test
    void whatTheRealmDoesNotKnowNeverLetsAnybodyPass() {
        warehouse.shelf("unknown", List.of("later.view"), Map.of());
        warehouse.shelf("unknown or known", List.of("later.view", "orders.view"), Map.of());
        warehouse.shelf("unknown and known", List.of("later.view", "orders.view"), Map.of("requireAll", true));
        warehouse.shelf("not unknown", List.of("later.view"), Map.of("logic", "NEGATIVE"));

        assertThat(warehouse.lets(token("anna"), "unknown")).isFalse();
        assertThat(warehouse.lets(token("anna"), "unknown or known")).isTrue();
        assertThat(warehouse.lets(token("anna"), "unknown and known")).isFalse();
        assertThat(warehouse.lets(token("anna"), "not unknown")).isFalse();

        realm.source("later", List.of("later.view"), Map.of());

        assertThat(warehouse.lets(token("anna"), "unknown")).isFalse();
        assertThat(warehouse.lets(token("anna"), "not unknown")).isTrue();
    }

    @Test
    void aChangeDecidesTheNextRequestOfTheSameToken() {
        String role = realm.role("changing");
        String bert = oidc.person("bert", "changing");
        warehouse.shelf("changing", List.of("orders.delete"), Map.of());
        String token = token("bert");

        assertThat(warehouse.lets(token, "changing")).isFalse();
        realm.assign(role, "orders.delete");
        assertThat(warehouse.lets(token, "changing")).as("assigned").isTrue();
        realm.assign(role);
        assertThat(warehouse.lets(token, "changing")).as("taken away").isFalse();
        realm.send("PUT", "capabilities/users/" + bert, Map.of("set", List.of("orders.delete")));
        assertThat(warehouse.lets(token, "changing")).as("own order").isTrue();
        realm.send("DELETE", "capabilities/users/" + bert, null);
        realm.assign(role, "orders.delete");
        admin.send(
                "DELETE",
                realm.path("users/" + bert + "/role-mappings/realm"),
                List.of(admin.get(realm.path("roles/changing"))));
        assertThat(warehouse.lets(token, "changing")).as("without the role").isFalse();
    }

    @Test
    void aTokenThatSaysNothingOfRolesIsAsGood() {
        warehouse.shelf("narrow", List.of("orders.view"), Map.of());
        oidc.client("narrow", Map.of("fullScopeAllowed", false));

        String token = oidc.signIn("narrow", "anna").get("access_token").asText();

        assertThat(OidcRealm.claims(token).has("realm_access")).isFalse();
        assertThat(warehouse.lets(token, "narrow")).isTrue();
    }

    @Test
    void serviceAccountsPassAsUsersDo() {
        warehouse.shelf("served", List.of("orders.view"), Map.of());
        String robot = oidc.client("robot", Map.of());

        assertThat(warehouse.lets(oidc.ownToken("robot"), "served")).isFalse();
        assertThat(warehouse.lets(oidc.ownToken(Warehouse.CLIENT), "served")).isFalse();
        oidc.grant(oidc.serviceAccount(robot), "clerk");
        oidc.grant(oidc.serviceAccount(warehouse.id()), "clerk");
        assertThat(warehouse.lets(oidc.ownToken("robot"), "served")).isTrue();
        assertThat(warehouse.lets(oidc.ownToken(Warehouse.CLIENT), "served")).isTrue();
    }

    @Test
    void aTicketIsGoodForWhoMayPass() {
        String shelf = warehouse.shelf("ticket", List.of("orders.view"), Map.of());

        HttpResponse<String> granted = oidc.uma(token("anna"), Map.of("ticket", ticket(shelf)));
        HttpResponse<String> refused = oidc.uma(token("nobody"), Map.of("ticket", ticket(shelf)));

        assertThat(granted.statusCode()).as(granted.body()).isEqualTo(200);
        JsonNode permission = OidcRealm.claims(
                        AdminHttp.parse(granted.body()).get("access_token").asText())
                .at("/authorization/permissions/0");
        assertThat(permission.get("rsname").asText()).isEqualTo("ticket");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
    }

    private static String ticket(String shelf) {
        return oidc.protection("permission", oidc.ownToken(Warehouse.CLIENT), "[{\"resource_id\":\"" + shelf + "\"}]")
                .get("ticket")
                .asText();
    }

    private static String token(String username) {
        return oidc.signIn(Warehouse.CLIENT, username).get("access_token").asText();
    }
}
