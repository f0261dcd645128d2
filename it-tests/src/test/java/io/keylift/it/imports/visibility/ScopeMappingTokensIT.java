// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.SignIn;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Law 10 for scope mappings: what the next token of a client has. Each token before fills the caches. */
@OnSharedServer
class ScopeMappingTokensIT {

    private static final String PASSWORD = "a password to sign in";

    private static TwinRealm realm;
    private static SignIn signIn;

    @BeforeAll
    static void realm(SharedServer server) throws IOException {
        realm = TwinRealm.create(server, "scope-mapping-tokens", Map.of());
        realm.demandNothingOfNewUsers();
        signIn = new SignIn(server.keycloak().baseUrl(), realm.name(), "narrow", "openid");
        imports("client-scopes", """
                {name:'tiers',protocol:'openid-connect',protocolMappers:[{name:'tier',protocol:'openid-connect',\
                protocolMapper:'oidc-hardcoded-claim-mapper',config:{'claim.name':'tier','claim.value':'gold',\
                'access.token.claim':'true'}}]}""");
        imports("clients", """
                {clientId:'narrow',publicClient:true,directAccessGrantsEnabled:true,fullScopeAllowed:false,\
                defaultClientScopes:['tiers','roles']}""");
        imports("users", """
                {username:'ann',email:'ann@example.org',firstName:'Ann',lastName:'A',enabled:true,\
                realmRoles:['reader','writer'],clientRoles:{shop:['buyer','seller']},\
                credentials:[{type:'password',value:'%s'}]}""".formatted(PASSWORD));
    }

    @Test
    void law10_aTokenHasTheRolesInTheScopeOfItsClient() throws IOException {
        assertThat(roles()).isEmpty();

        imports("scope-mappings", "{client:'narrow',realmRoles:['reader','Größe 規模'],clientRoles:{shop:['seller']}}");

        assertThat(roles()).containsExactly("reader", "seller");

        imports("scope-mappings?ifExists=overwrite", "{client:'narrow',realmRoles:['writer']}");

        assertThat(roles()).containsExactly("seller", "writer");

        imports("scope-mappings?op=remove", "{client:'narrow',realmRoles:['writer'],clientRoles:{shop:['seller']}}");

        assertThat(roles()).isEmpty();
    }

    @Test
    void law10_aClientScopeWithRolesIsForUsersWhoHaveOneOfThem() throws IOException {
        assertThat(tier()).isEqualTo("gold");

        imports("scope-mappings", "{clientScope:'tiers',realmRoles:['Größe 規模']}");

        assertThat(tier()).isEmpty();

        imports("scope-mappings", "{clientScope:'tiers',clientRoles:{shop:['buyer']}}");

        assertThat(tier()).isEqualTo("gold");

        imports("scope-mappings?op=remove", "{clientScope:'tiers',clientRoles:{shop:['buyer']}}");

        assertThat(tier()).isEmpty();
    }

    private static String tier() {
        return token().path("tier").asText();
    }

    private static TreeSet<String> roles() {
        JsonNode token = token();
        TreeSet<String> roles = new TreeSet<>();
        for (JsonNode names : List.of(token.at("/realm_access/roles"), token.at("/resource_access/shop/roles"))) {
            names.forEach(name -> roles.add(name.asText()));
        }
        return roles;
    }

    private static JsonNode token() {
        return signIn.claims("ann", PASSWORD);
    }

    private static void imports(String path, String record) throws IOException {
        ImportAnswer answer = realm.imports().post(path, Records.json(record).toString());
        assertThat(answer.count("rejected") + answer.count("skipped"))
                .as("%s", answer.lines())
                .isZero();
    }
}
