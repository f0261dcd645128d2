// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Law 10 for clients and their resources. Everything is requested before the import as well, so that caches hold the
 * old state.
 */
@OnSharedServer
class ClientsVisibleAtOnceIT {

    private static TwinRealm realm;
    private static AdminHttp admin;
    private static ClientSignIn signIn;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, "visible-clients", Map.of());
        realm.demandNothingOfNewUsers();
        admin = server.admin();
        signIn = new ClientSignIn(server.keycloak().baseUrl(), realm.name());
    }

    @Test
    void law10_aNewClientIsShownAndSignsInAtOnce() throws IOException {
        assertThat(names("clients?clientId=robot", "clientId")).isEmpty();
        assertThat(names("clients", "clientId")).doesNotContain("robot");
        assertThat(names("users?username=service-account-robot", "username")).isEmpty();
        assertThat(signIn.claims("robot", "given-secret")).contains("invalid_client");

        imports("clients", """
                {clientId:'robot',publicClient:false,secret:'given-secret',serviceAccountsEnabled:true,\
                defaultClientScopes:['roles'],optionalClientScopes:['special'],protocolMappers:[{name:'tier',\
                protocol:'openid-connect',protocolMapper:'oidc-hardcoded-claim-mapper',\
                config:{'claim.name':'tier','claim.value':'gold','access.token.claim':'true'}}]}""");

        assertThat(signIn.claims("robot", "given-secret"))
                .contains("\"azp\":\"robot\"")
                .contains("\"tier\":\"gold\"");
        assertThat(signIn.claims("robot", "another")).contains("unauthorized_client");
        assertThat(names("clients?clientId=robot", "clientId")).containsExactly("robot");
        assertThat(names("clients", "clientId")).contains("robot");
        String client = client("robot");
        assertThat(names(client + "/default-client-scopes", "name"))
                .containsExactlyInAnyOrder("roles", "service_account");
        assertThat(names(client + "/optional-client-scopes", "name")).containsExactly("special");
        assertThat(admin.get(realm.path(client + "/service-account-user"))
                        .path("username")
                        .asText())
                .isEqualTo("service-account-robot");
        assertThat(admin.get(realm.path(client + "/client-secret"))
                        .path("value")
                        .asText())
                .isEqualTo("given-secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"overwrite", "merge"})
    void law10_aChangedClientIsShownChanged(String ifExists) throws IOException {
        String id = "changes-by-" + ifExists;
        imports("clients", """
                {clientId:'%s',publicClient:false,secret:'given-old',serviceAccountsEnabled:true,name:'Old',\
                redirectUris:['/old'],defaultClientScopes:['roles'],attributes:{colour:'red'}}""".formatted(id));
        String client = client(id);
        assertThat(signIn.claims(id, "given-old")).contains("\"azp\":\"" + id + "\"");
        assertThat(names(client + "/default-client-scopes", "name")).contains("roles");
        assertThat(admin.get(realm.path(client)).path("name").asText()).isEqualTo("Old");

        imports("clients?ifExists=" + ifExists, """
                {clientId:'%s',secret:'given-new',name:'New',redirectUris:['/new'],attributes:{colour:'blue'},\
                defaultClientScopes:['roles','email','service_account']}""".formatted(id));

        assertThat(signIn.claims(id, "given-old")).contains("unauthorized_client");
        assertThat(signIn.claims(id, "given-new")).contains("\"azp\":\"" + id + "\"");
        JsonNode shown = admin.get(realm.path(client));
        assertThat(shown.path("name").asText()).isEqualTo("New");
        assertThat(texts(shown.path("redirectUris"))).contains("/new");
        assertThat(texts(shown.path("redirectUris")).contains("/old")).isEqualTo(ifExists.equals("merge"));
        assertThat(shown.at("/attributes/colour").asText()).isEqualTo("blue");
        assertThat(names(client + "/default-client-scopes", "name"))
                .containsExactlyInAnyOrder("roles", "email", "service_account");

        imports(
                "clients?events=record&ifExists=" + ifExists,
                "{clientId:'%s',serviceAccountsEnabled:false}".formatted(id));
        assertThat(signIn.claims(id, "given-new")).contains("unauthorized_client");
        assertThat(names("users?username=service-account-" + id, "username")).isEmpty();
        imports("clients?ifExists=" + ifExists, "{clientId:'%s',serviceAccountsEnabled:true}".formatted(id));
        assertThat(signIn.claims(id, "given-new")).contains("\"azp\":\"" + id + "\"");

        imports("clients?ifExists=" + ifExists, "{clientId:'%s',enabled:false}".formatted(id));
        assertThat(signIn.claims(id, "given-new")).contains("invalid_client");
    }

    /** The server of this client lets everybody have what no policy speaks of. */
    @Test
    void law10_decisionsKnowImportedResourcesAndTheirScopesAtOnce() throws IOException {
        imports("clients", """
                {clientId:'gate',publicClient:false,secret:'given-secret',serviceAccountsEnabled:true,\
                authorizationServicesEnabled:true,authorizationSettings:{allowRemoteResourceManagement:true,\
                policyEnforcementMode:'PERMISSIVE',decisionStrategy:'AFFIRMATIVE'}}""");
        assertThat(decision("Box")).contains("\"error\"").doesNotContain("rsname");

        imports("resources", "{client:'gate',name:'Box',scopes:['open']}");

        assertThat(decision("Box")).contains("\"rsname\":\"Box\"").contains("\"open\"");
        assertThat(decision("Box#close")).contains("\"error\"");

        imports("resources?ifExists=merge", "{client:'gate',name:'Box',scopes:['close']}");

        assertThat(decision("Box#close")).contains("\"rsname\":\"Box\"").contains("\"close\"");

        imports("clients?ifExists=merge", """
                {clientId:'gate',authorizationServicesEnabled:true,authorizationSettings:\
                {policyEnforcementMode:'ENFORCING',decisionStrategy:'AFFIRMATIVE'}}""");
        assertThat(decision("Box")).contains("\"error\"");
    }

    private static String decision(String permission) {
        return signIn.decision("gate", "given-secret", "gate", permission);
    }

    private static void imports(String path, String record) throws IOException {
        ImportAnswer answer = realm.imports().post(path, Records.json(record) + "\n");
        assertThat(answer.count("added") + answer.count("updated"))
                .as("%s", answer.lines())
                .isEqualTo(1);
    }

    private static String client(String clientId) {
        return "clients/" + realm.clientId(clientId);
    }

    private static List<String> names(String path, String field) {
        return StreamSupport.stream(admin.get(realm.path(path)).spliterator(), false)
                .map(found -> found.path(field).asText())
                .toList();
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
