// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.FarAwayStorage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Capabilities of federated users are those of local users. */
@OnSharedServer
class FederatedUsersIT {

    private static final List<String> ASSIGNED = List.of("clerk", "orders.edit", "orders.view", "stock.view");

    private static AdminHttp admin;
    private static CapabilityRealm realm;
    private static String ada;

    @BeforeAll
    static void realm(SharedServer server) {
        admin = server.admin();
        realm = CapabilityRealm.create(server, "federated");
        String storage = FarAwayStorage.addTo(admin, realm.name());
        ada = "f:" + storage + ":far-ada";
        // They have no names and addresses that Keycloak could ask them for.
        admin.put(
                realm.path("authentication/required-actions/VERIFY_PROFILE"),
                Map.of(
                        "alias",
                        "VERIFY_PROFILE",
                        "name",
                        "Verify Profile",
                        "providerId",
                        "VERIFY_PROFILE",
                        "enabled",
                        false));
        realm.source(
                "shop", List.of("orders.view", "orders.edit", "stock.view"), Map.of("clerk", List.of("orders.view")));
        realm.assign(realm.role("direct"), "clerk");
        realm.assign(realm.role("of-the-group"), "stock.view");
        admin.post(realm.path("users/" + ada + "/role-mappings/realm"), List.of(admin.get(realm.path("roles/direct"))));
        admin.post(realm.path("groups"), Map.of("name", "staff"));
        String group = admin.get(realm.path("groups")).at("/0/id").asText();
        admin.post(
                realm.path("groups/" + group + "/role-mappings/realm"),
                List.of(admin.get(realm.path("roles/of-the-group"))));
        admin.put(realm.path("users/" + ada + "/groups/" + group), Map.of());
        realm.send("PUT", "capabilities/users/" + ada, Map.of("set", List.of("orders.edit")));
    }

    @Test
    void theyHaveWhatRolesGroupsAndTheyThemselvesGiveThem() {
        assertThat(realm.effective(ada)).containsExactlyElementsOf(ASSIGNED);
        assertThat(realm.decide("far-ada", "stock", "view")).isTrue();
        assertThat(realm.decide("far-bob", "stock", "view")).isFalse();
    }

    @Test
    void theirTokensSaySoAndPoliciesDecideByIt(SharedServer server) {
        Warehouse warehouse = Warehouse.in(server, realm);
        warehouse.shelf("shelf", List.of("orders.edit", "stock.view"), Map.of("requireAll", true));
        admin.post(
                warehouse.realm().path("clients/" + warehouse.id() + "/protocol-mappers/models"),
                Map.of(
                        "name",
                        "capabilities",
                        "protocol",
                        "openid-connect",
                        "protocolMapper",
                        "keylift-capability-mapper",
                        "config",
                        Map.of("access.token.claim", "true")));

        String token = signIn(warehouse, "far-ada");

        assertThat(OidcRealm.claims(token).path("capabilities"))
                .extracting(name -> name.asText())
                .containsExactlyElementsOf(ASSIGNED);
        assertThat(warehouse.lets(token, "shelf")).isTrue();
        assertThat(warehouse.lets(signIn(warehouse, "far-bob"), "shelf")).isFalse();
    }

    private static String signIn(Warehouse warehouse, String username) {
        return AdminHttp.parse(warehouse
                        .oidc()
                        .token(
                                Warehouse.CLIENT,
                                Map.of("grant_type", "password", "username", username, "password", username))
                        .body())
                .get("access_token")
                .asText();
    }
}
