// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The client {@value #CLIENT} with Authorization Services, and which users get access to its resources. */
record Warehouse(AdminHttp admin, CapabilityRealm realm, OidcRealm oidc, String id) {

    static final String CLIENT = "warehouse";

    static Warehouse in(SharedServer server, CapabilityRealm realm) {
        OidcRealm oidc = OidcRealm.of(server, realm);
        String id = oidc.client(CLIENT, Map.of("authorizationServicesEnabled", true));
        return new Warehouse(server.admin(), realm, oidc, id);
    }

    String path(String rest) {
        return realm.path("clients/" + id + "/authz/resource-server/" + rest);
    }

    /** Makes a policy of the type {@code capability} with these fields besides; answers its id. */
    String policy(String name, List<String> capabilities, Map<String, ?> fields) {
        Map<String, Object> policy = new HashMap<>(Map.of("name", name, "capabilities", capabilities));
        policy.putAll(fields);
        return admin.post(path("policy/capability"), policy).get("id").asText();
    }

    /** Makes a shelf to which a policy of these capabilities decides the way; answers its id. */
    String shelf(String name, List<String> capabilities, Map<String, ?> fields) {
        String policy = policy("policy of " + name, capabilities, fields);
        String shelf =
                admin.post(path("resource"), Map.of("name", name)).get("_id").asText();
        admin.post(
                path("permission/resource"),
                Map.of("name", "permission of " + name, "resources", List.of(shelf), "policies", List.of(policy)));
        return shelf;
    }

    /** Whether the UMA endpoint lets whoever has this token to a shelf. */
    boolean lets(String accessToken, String shelf) {
        HttpResponse<String> answer =
                oidc.uma(accessToken, Map.of("audience", CLIENT, "permission", shelf, "response_mode", "decision"));
        JsonNode decision = AdminHttp.parse(answer.body());
        if (answer.statusCode() == 200) {
            assertThat(decision.get("result").asBoolean()).isTrue();
            return true;
        }
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
        assertThat(decision.get("error").asText()).isEqualTo("access_denied");
        return false;
    }

    /** The decision of the admin console's evaluate API: {@code PERMIT} or {@code DENY}. */
    String evaluate(String userId, String shelf) {
        return admin.post(
                        path("policy/evaluate"),
                        Map.of(
                                "userId",
                                userId,
                                "resources",
                                List.of(Map.of("_id", shelf, "name", shelf)),
                                "entitlements",
                                false,
                                "context",
                                Map.of("attributes", Map.of())))
                .get("status")
                .asText();
    }
}
