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
 * Law 10 for client scopes, in the tokens and lists of clients. Everything is requested before the import as well, so
 * that caches hold the old state.
 */
@OnSharedServer
class ClientScopesVisibleAtOnceIT {

    private static TwinRealm realm;
    private static AdminHttp admin;
    private static ClientSignIn signIn;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, "visible-scopes", Map.of());
        realm.demandNothingOfNewUsers();
        admin = server.admin();
        signIn = new ClientSignIn(server.keycloak().baseUrl(), realm.name());
    }

    @ParameterizedTest
    @ValueSource(strings = {"overwrite", "merge"})
    void law10_tokensFollowAChangedClientScope(String ifExists) throws IOException {
        String scope = "tier-" + ifExists;
        String client = "robot-" + ifExists;
        imports("client-scopes", scope(scope, "gold"));
        importsClient(client, scope);
        assertThat(signIn.claims(client, "given-secret"))
                .contains("\"tier\":\"gold\"")
                .contains(scope);

        imports("client-scopes?ifExists=" + ifExists, scope(scope, "silver"));

        assertThat(signIn.claims(client, "given-secret")).contains("\"tier\":\"silver\"");

        imports("client-scopes?ifExists=" + ifExists, """
                {name:'%s',attributes:{'include.in.token.scope':'false'}}""".formatted(scope));

        assertThat(signIn.claims(client, "given-secret"))
                .contains("\"tier\":\"silver\"")
                .doesNotContain(scope);
    }

    @Test
    void law10_clientsMadeLaterGetWhatNewClientsGet() throws IOException {
        assertThat(names("default-default-client-scopes")).doesNotContain("for-all");
        importsClient("before", "email");

        imports("client-scopes", "{name:'for-all',protocol:'openid-connect',assignment:'default'}");

        assertThat(names("default-default-client-scopes")).contains("for-all");
        assertThat(scopesOfNewClient("after")).contains("for-all");
        assertThat(names("clients/" + realm.clientId("before") + "/default-client-scopes"))
                .doesNotContain("for-all");

        imports("client-scopes?ifExists=merge", "{name:'for-all',assignment:'optional'}");

        assertThat(names("default-default-client-scopes")).doesNotContain("for-all");
        assertThat(names("default-optional-client-scopes")).contains("for-all");
        assertThat(scopesOfNewClient("optional")).doesNotContain("for-all");

        imports("client-scopes?ifExists=merge", "{name:'for-all',assignment:'none'}");

        assertThat(names("default-optional-client-scopes")).doesNotContain("for-all");
    }

    /** A client has the scopes of its own protocol. */
    @Test
    void law10_clientsLoseAndRegainAScopeThatChangesItsProtocol() throws IOException {
        imports("client-scopes", scope("moves", "gold"));
        importsClient("stays", "moves");
        String scopes = "clients/" + realm.clientId("stays") + "/default-client-scopes";
        assertThat(names(scopes)).contains("moves");
        assertThat(signIn.claims("stays", "given-secret")).contains("\"tier\":\"gold\"");

        imports("client-scopes?ifExists=overwrite", "{name:'moves',protocol:'saml'}");

        assertThat(names(scopes)).doesNotContain("moves");
        assertThat(signIn.claims("stays", "given-secret")).doesNotContain("tier");

        // Keycloak now caches the list of the client without the scope.
        admin.put(realm.path("clients/" + realm.clientId("stays")), Map.of("clientId", "stays", "name", "Changed"));
        assertThat(names(scopes)).isNotEmpty().doesNotContain("moves");

        imports("client-scopes?ifExists=overwrite", "{name:'moves',protocol:'openid-connect'}");

        assertThat(names(scopes)).contains("moves");
        assertThat(signIn.claims("stays", "given-secret")).contains("\"tier\":\"gold\"");
    }

    private static String scope(String name, String tier) {
        return """
                {name:'%s',protocol:'openid-connect',attributes:{'include.in.token.scope':'true'},\
                protocolMappers:[{name:'tier',protocol:'openid-connect',protocolMapper:'oidc-hardcoded-claim-mapper',\
                config:{'claim.name':'tier','claim.value':'%s','access.token.claim':'true'}}]}""".formatted(name, tier);
    }

    private static void importsClient(String clientId, String scope) throws IOException {
        imports("clients", """
                {clientId:'%s',publicClient:false,secret:'given-secret',serviceAccountsEnabled:true,\
                defaultClientScopes:['%s','email']}""".formatted(clientId, scope));
    }

    /** Default client scopes of a client that is made now through the Admin API. */
    private static List<String> scopesOfNewClient(String clientId) {
        admin.post(realm.path("clients"), Map.of("clientId", clientId));
        return names("clients/" + realm.clientId(clientId) + "/default-client-scopes");
    }

    private static void imports(String path, String record) throws IOException {
        ImportAnswer answer = realm.imports().post(path, Records.json(record) + "\n");
        assertThat(answer.count("added") + answer.count("updated"))
                .as("%s", answer.lines())
                .isEqualTo(1);
    }

    private static List<String> names(String path) {
        return StreamSupport.stream(admin.get(realm.path(path)).spliterator(), false)
                .map((JsonNode found) -> found.path("name").asText())
                .toList();
    }
}
