// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Capability policies in the import and export of realms. */
@OnSharedServer
class PolicyTransferIT {

    private static final String CONFIG =
            "{\"capabilities\":\"[\\\"orders.edit\\\",\\\"orders.view\\\"]\",\"requireAll\":\"true\"}";

    @Test
    void aRealmThatIsImportedDecidesByThemAndExportsThemAgain(SharedServer server) {
        CapabilityRealm realm = imported(server, "policy-import", CONFIG);
        realm.source("shop", List.of("orders.view", "orders.edit"), Map.of());
        OidcRealm oidc = OidcRealm.of(server, realm);
        Warehouse warehouse = new Warehouse(server.admin(), realm, oidc, client(realm));
        realm.assign(realm.role("clerk"), "orders.view", "orders.edit");
        realm.assign(realm.role("guest"), "orders.view");
        oidc.person("anna", "clerk");
        oidc.person("gus", "guest");

        assertThat(warehouse.lets(
                        oidc.signIn("warehouse", "anna").get("access_token").asText(), "shelf"))
                .isTrue();
        assertThat(warehouse.lets(
                        oidc.signIn("warehouse", "gus").get("access_token").asText(), "shelf"))
                .isFalse();

        JsonNode exported = realm.admin().post(realm.path("partial-export?exportClients=true"), Map.of());
        JsonNode policy = policy(exported);
        assertThat(policy.get("config")).isEqualTo(AdminHttp.parse(CONFIG));
        assertThat(policy.get("logic").asText()).isEqualTo("POSITIVE");

        ObjectNode again = (ObjectNode) server.admin().get(warehouse.path("settings"));
        CapabilityRealm copy = CapabilityRealm.create(server, "policy-copy");
        server.admin()
                .post(
                        copy.path("clients"),
                        Map.of(
                                "clientId",
                                "warehouse",
                                "serviceAccountsEnabled",
                                true,
                                "authorizationServicesEnabled",
                                true));
        server.admin().post(copy.path("clients/" + client(copy) + "/authz/resource-server/import"), again);
        JsonNode copied = policy(copy.admin().post(copy.path("partial-export?exportClients=true"), Map.of()));
        assertThat(copied.get("config")).isEqualTo(AdminHttp.parse(CONFIG));
    }

    @Test
    void aPolicyThatIsNoneIsRefused(SharedServer server) {
        for (String config : List.of(
                "{}",
                "{\"capabilities\":\"[]\"}",
                "{\"capabilities\":\"orders.view\"}",
                "{\"capabilities\":\"{\\\"a\\\":1}\"}")) {
            HttpResponse<String> answer =
                    server.admin().send("POST", "/admin/realms", representation("policy-bad", config));

            assertThat(answer.statusCode()).as(config).isEqualTo(400);
            assertThat(server.admin()
                            .send("GET", "/admin/realms/policy-bad", null)
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    private static JsonNode policy(JsonNode exported) {
        for (JsonNode client : exported.get("clients")) {
            for (JsonNode policy : client.at("/authorizationSettings/policies")) {
                if (policy.get("type").asText().equals("capability")) {
                    return policy;
                }
            }
        }
        throw new AssertionError("No policy in " + exported);
    }

    private static String client(CapabilityRealm realm) {
        return realm.admin()
                .get(realm.path("clients?clientId=warehouse"))
                .at("/0/id")
                .asText();
    }

    private static CapabilityRealm imported(SharedServer server, String name, String config) {
        TestRealms.create(server.admin(), representation(name, config));
        return new CapabilityRealm(server.admin(), name);
    }

    private static Map<String, Object> representation(String realm, String config) {
        Map<String, Object> policy = Map.of(
                "name",
                "editors",
                "type",
                "capability",
                "logic",
                "POSITIVE",
                "decisionStrategy",
                "UNANIMOUS",
                "config",
                AdminHttp.parse(config));
        Map<String, Object> permission = Map.of(
                "name",
                "shelves",
                "type",
                "resource",
                "config",
                Map.of("resources", "[\"shelf\"]", "applyPolicies", "[\"editors\"]"));
        Map<String, Object> settings = Map.of(
                "policyEnforcementMode",
                "ENFORCING",
                "resources",
                List.of(Map.of("name", "shelf")),
                "policies",
                List.of(policy, permission));
        Map<String, Object> client = Map.of(
                "clientId",
                "warehouse",
                "secret",
                OidcRealm.SECRET,
                "directAccessGrantsEnabled",
                true,
                "serviceAccountsEnabled",
                true,
                "authorizationServicesEnabled",
                true,
                "authorizationSettings",
                settings);
        return Map.of("realm", realm, "enabled", true, "clients", List.of(client));
    }
}
