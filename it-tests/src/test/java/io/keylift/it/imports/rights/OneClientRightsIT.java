// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Law 8 for clients and resources, for a caller whose fine-grained permissions allow managing some clients and viewing
 * another.
 */
@OnSharedServer
class OneClientRightsIT {

    private static final Map<String, Object> SETTINGS =
            Map.of("policyEnforcementMode", "PERMISSIVE", "decisionStrategy", "UNANIMOUS");

    private static Callers realm;
    private static AdminHttp owner;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = FineGrainedPermissions.realm(server, "client-rights-one");
        for (String client : List.of("own", "bare", "seen", "other")) {
            realm.admin()
                    .post(
                            realm.path("clients"),
                            Map.of(
                                    "clientId",
                                    client,
                                    "publicClient",
                                    false,
                                    "serviceAccountsEnabled",
                                    true,
                                    "authorizationServicesEnabled",
                                    !client.equals("bare")));
        }
        FineGrainedPermissions permissions = new FineGrainedPermissions(realm, realm.create("owner"));
        permissions.allowOne("Clients", realm.clientId("own"), "view", "manage", "map-roles-client-scope");
        permissions.allowOne("Clients", realm.clientId("bare"), "view", "manage");
        permissions.allowOne("Clients", realm.clientId("seen"), "view");
        owner = realm.signIn("owner");
    }

    @ParameterizedTest
    @ValueSource(strings = {"clients", "scope-mappings", "scopes", "resources", "policies", "permissions"})
    void law8_whoManagesNoClientImportsNone(String kind) throws IOException {
        assertThat(realm.importing(realm.with()).post(kind, "{}").status()).isEqualTo(403);
        assertThat(realm.importing(owner).post(kind, "{}").status()).isEqualTo(200);
    }

    @Test
    void law8_clientsAreChangedByThoseWhoManageThem() throws IOException {
        assertThat(List.of(
                        status("PUT", "own", "", Map.of("name", "By API")),
                        status("PUT", "own", "/authz/resource-server", SETTINGS),
                        status("PUT", "bare", "", Map.of("authorizationServicesEnabled", true)),
                        status("PUT", "seen", "", Map.of("name", "By API")),
                        status("PUT", "other", "", Map.of("name", "By API")),
                        owner.send("POST", realm.path("clients"), Map.of("clientId", "new"))
                                .statusCode()))
                .containsExactly(204, 204, 403, 403, 403, 403);
        List<Map<String, Object>> records = List.of(
                Map.of(
                        "clientId",
                        "own",
                        "name",
                        "In bulk",
                        "authorizationSettings",
                        Map.of("policyEnforcementMode", "DISABLED")),
                Map.of("clientId", "bare", "authorizationServicesEnabled", true),
                Map.of("clientId", "seen", "name", "In bulk"),
                Map.of("clientId", "other", "name", "In bulk"),
                Map.of("clientId", "new"));

        ImportAnswer answer = importing("clients?results=all&ifExists=merge", records);

        assertThat(answer.outcomes().values())
                .containsExactly(
                        "updated",
                        "forbidden /authorizationServicesEnabled",
                        "forbidden /clientId",
                        "forbidden /clientId",
                        "forbidden /clientId");
        assertThat(realm.admin()
                        .get(realm.path("clients/" + realm.clientId("own") + "/authz/resource-server"))
                        .path("policyEnforcementMode")
                        .asText())
                .isEqualTo("DISABLED");
    }

    @Test
    void law8_resourcesAreImportedByThoseWhoManageTheirClient() throws IOException {
        assertThat(Stream.of("own", "seen", "other")
                        .map(client ->
                                status("POST", client, "/authz/resource-server/resource", Map.of("name", "API"))))
                .containsExactly(201, 403, 403);

        ImportAnswer answer = importing(
                "resources?results=all",
                Stream.of("own", "bare", "seen", "other", "none")
                        .map(client -> Map.<String, Object>of("client", client, "name", "box"))
                        .toList());

        assertThat(answer.outcomes().values())
                .containsExactly(
                        "added",
                        "authorization_disabled /client",
                        "forbidden /client",
                        "forbidden /client",
                        "forbidden /client");
    }

    /** Each role requires a permission of its own: that to map it to client scopes, of its client or of the realm. */
    @Test
    void law8_scopeMappingsAreImportedByThoseWhoManageTheirClient() throws IOException {
        JsonNode ofRealm = realm.admin().get(realm.path("roles/offline_access"));
        for (String client : List.of("own", "other")) {
            realm.admin().post(realm.path("clients/" + realm.clientId(client) + "/roles"), Map.of("name", "r"));
        }
        List<Integer> byApi = new ArrayList<>();
        List<Map<String, Object>> records = new ArrayList<>();
        for (String client : List.of("own", "seen", "other")) {
            String mappings = realm.path("clients/" + realm.clientId(client) + "/scope-mappings/");
            byApi.add(owner.send("POST", mappings + "realm", List.of(ofRealm)).statusCode());
            records.add(Map.of("client", client, "realmRoles", List.of("offline_access")));
            for (String other : List.of("own", "other")) {
                String path = "clients/" + realm.clientId(other);
                JsonNode role = realm.admin().get(realm.path(path + "/roles/r"));
                byApi.add(owner.send("POST", mappings + path, List.of(role)).statusCode());
                records.add(Map.of("client", client, "clientRoles", Map.of(other, List.of("r"))));
            }
        }
        byApi.add(owner.send(
                        "POST", realm.path("client-scopes/" + emailScope() + "/scope-mappings/realm"), List.of(ofRealm))
                .statusCode());
        records.add(Map.of("clientScope", "email", "realmRoles", List.of("offline_access")));

        ImportAnswer answer = importing("scope-mappings?results=all&ifExists=skip", records);

        assertThat(byApi).contains(204, 403);
        assertThat(answer.outcomes().values().stream()
                        .map(outcome -> outcome.startsWith("forbidden") ? 403 : 204)
                        .toList())
                .as("%s", answer.lines())
                .isEqualTo(byApi);
    }

    private static String emailScope() {
        for (JsonNode scope : realm.admin().get(realm.path("client-scopes"))) {
            if (scope.get("name").asText().equals("email")) {
                return scope.get("id").asText();
            }
        }
        throw new AssertionError("No client scope email");
    }

    /** Whether there is a client of this client id is nothing to tell those who may not manage it. */
    @ParameterizedTest
    @ValueSource(strings = {"fail", "skip", "overwrite", "merge"})
    void law8_whoManagesOneClientIsNotToldWhichOthersThereAre(String ifExists) throws IOException {
        for (String kind : List.of("clients", "scope-mappings", "scopes", "resources", "policies", "permissions")) {
            ImportAnswer answer = importing(
                    kind + "?ifExists=" + ifExists,
                    Stream.of("other", "none")
                            .map(client -> naming(client, kind))
                            .toList());

            assertThat(answer.rejects())
                    .hasSize(2)
                    .allMatch(reject -> reject.get("code").asText().equals("forbidden"))
                    .extracting(reject -> reject.get("message").asText())
                    .containsOnly(answer.rejects().get(0).get("message").asText());
        }
    }

    private static Map<String, Object> naming(String client, String kind) {
        return switch (kind) {
            case "clients" -> Map.of("clientId", client);
            case "scope-mappings" -> Map.of("client", client, "realmRoles", List.of("offline_access"));
            case "policies" -> Map.of("client", client, "name", "told", "type", "role");
            case "permissions" -> Map.of("client", client, "name", "told", "type", "scope");
            default -> Map.of("client", client, "name", "told");
        };
    }

    private static ImportAnswer importing(String path, List<Map<String, Object>> records) throws IOException {
        return realm.importing(owner)
                .post(
                        path,
                        records.stream()
                                .map(record ->
                                        AdminHttp.JSON.valueToTree(record).toString())
                                .toList());
    }

    /** The Admin API's answer to the owner who changes a client, or something below it. */
    private static int status(String method, String client, String rest, Map<String, Object> change) {
        String path = realm.path("clients/" + realm.clientId(client));
        ObjectNode body = rest.isEmpty() ? (ObjectNode) realm.admin().get(path) : AdminHttp.JSON.createObjectNode();
        change.forEach(body::putPOJO);
        return owner.send(method, path + rest, body).statusCode();
    }
}
