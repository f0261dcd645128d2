// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Subjects of decisions: users, clients and roles. */
@OnSharedServer
class SubjectsIT {

    private static CapabilityRealm realm;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = CapabilityRealm.create(server, "subjects");
        realm.source("s", List.of("a.edit", "a.view", "b.view"), Map.of());
        realm.assign(realm.role("viewer"), "a.view");
    }

    private static JsonNode decide(Map<String, ?> subject) {
        return realm.admin()
                .post(
                        realm.path("capabilities/evaluate"),
                        Map.of(
                                "subject", subject,
                                "action", Map.of("name", "view"),
                                "resource", Map.of("type", "a")));
    }

    private static void enable(String userId, boolean enabled) {
        ObjectNode user = (ObjectNode) realm.admin().get(realm.path("users/" + userId));
        realm.admin().put(realm.path("users/" + userId), user.put("enabled", enabled));
    }

    @Test
    void aServiceAccountThatIsSwitchedOffHasNothingAsAUserOrAsAClient() {
        realm.admin().post(realm.path("clients"), Map.of("clientId", "robot", "serviceAccountsEnabled", true));
        String client = realm.admin()
                .get(realm.path("clients?clientId=robot"))
                .at("/0/id")
                .asText();
        String account = realm.admin()
                .get(realm.path("clients/" + client + "/service-account-user"))
                .get("id")
                .asText();
        realm.send("PUT", "capabilities/users/" + account, Map.of("set", List.of("a.view")));
        Map<String, String> asClient = Map.of("type", "client", "id", "robot");
        assertThat(decide(asClient).get("decision").asBoolean()).isTrue();

        enable(account, false);

        for (Map<String, String> subject : List.of(asClient, Map.of("type", "user", "id", account))) {
            assertThat(decide(subject).toString())
                    .isEqualTo("{\"decision\":false,\"context\":{\"reason\":\"disabled_subject\"}}");
        }
        assertThat(decide(Map.of("type", "client", "id", "nobody"))
                        .at("/context/reason")
                        .asText())
                .isEqualTo("unknown_subject");
    }

    @Test
    void aRoleIsAskedForByNameToo() {
        realm.admin().post(realm.path("clients"), Map.of("clientId", "shop"));
        String client = realm.admin()
                .get(realm.path("clients?clientId=shop"))
                .at("/0/id")
                .asText();
        realm.admin().post(realm.path("clients/" + client + "/roles"), Map.of("name", "viewer"));

        assertThat(decide(Map.of("type", "role", "id", "viewer"))
                        .get("decision")
                        .asBoolean())
                .isTrue();
        assertThat(decide(Map.of("type", "role", "id", "viewer", "properties", Map.of("client", "shop")))
                        .toString())
                .isEqualTo("{\"decision\":false}");
        assertThat(decide(Map.of("type", "role", "id", "viewer", "properties", Map.of("client", "none")))
                        .at("/context/reason")
                        .asText())
                .isEqualTo("unknown_subject");
    }

    @Test
    void whatAUserHasComesInPages() {
        String user = realm.user("pages");
        realm.send("PUT", "capabilities/users/" + user, Map.of("set", List.of("a.edit", "a.view", "b.view")));
        String path = "/users/" + user + "/effective?fields=name";

        assertThat(CapabilityRealm.names(realm.get(path + "&first=1&max=1"))).containsExactly("a.view");
        assertThat(CapabilityRealm.names(realm.get(path + "&first=1&prefix=a"))).containsExactly("a.view");
        assertThat(CapabilityRealm.names(realm.get(path + "&first=2"))).containsExactly("b.view");
    }
}
