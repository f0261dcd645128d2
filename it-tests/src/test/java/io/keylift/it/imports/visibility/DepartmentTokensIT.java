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
import io.keylift.it.imports.support.SignIn;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Law 10 for departments: the next token has the current departments, by Keycloak's mapper for organization groups. */
@OnSharedServer
class DepartmentTokensIT {

    private static final String PASSWORD = "a password to sign in";

    private SharedServer server;
    private TwinRealm realm;
    private SignIn signIn;

    @BeforeEach
    void server(SharedServer shared) {
        server = shared;
    }

    private void begin(String name) {
        realm = TwinRealm.create(server, name, Map.of()).withOrganizations("acme");
        realm.demandNothingOfNewUsers();
        signIn = new SignIn(server.keycloak().baseUrl(), name, "shop", "openid organization:*");
        AdminHttp admin = server.admin();
        for (JsonNode scope : admin.get(realm.path("client-scopes"))) {
            if (scope.get("name").asText().equals("organization")) {
                admin.post(
                        realm.path("client-scopes/" + scope.get("id").asText() + "/protocol-mappers/models"),
                        Records.json("{name:'departments',protocol:'openid-connect',"
                                + "protocolMapper:'oidc-organization-group-membership-mapper',"
                                + "config:{'access.token.claim':'true',addGroupRoleMappings:'true'}}"));
            }
        }
    }

    @Test
    void law10_aMembersTokenHasTheDepartmentsAsTheyAreNow() throws IOException {
        begin("department-tokens");
        importAnn();
        assertThat(departments()).isEmpty();

        String id = "7a3c1e52-0c9d-4d6e-9b8a-5f2e1d0c9b8a";
        imports("departments", "{organization:'acme',path:'/sales/emea',id:'" + id + "'}");
        imports("department-members", "{organization:'acme',department:'/sales/emea',username:'ann'}");
        assertThat(departments()).containsExactly("/sales/emea");

        imports("departments?ifExists=overwrite", "{organization:'acme',path:'/support/emea',id:'" + id + "'}");
        assertThat(departments()).containsExactly("/support/emea");

        imports("department-members?op=remove", "{organization:'acme',department:'/support/emea',username:'ann'}");
        assertThat(departments()).isEmpty();
    }

    /**
     * In Keycloak 26.7, see keycloak/keycloak#52764. Once the roles of departments are roles of their members, the
     * documentation of departments has to say so.
     */
    @Test
    void aMembersTokenHasTheRolesOfDepartmentsOnlyInTheClaimOfTheOrganization() throws IOException {
        begin("department-role-tokens");
        importAnn();
        imports(
                "departments",
                "{organization:'acme',path:'/sales',realmRoles:['writer'],clientRoles:{shop:['seller']}}");
        imports("department-members", "{organization:'acme',department:'/sales',username:'ann'}");

        JsonNode claims = signIn.claims("ann", PASSWORD);

        assertThat(texts(claims.at("/organization/acme/realm_access/roles"))).containsExactly("writer");
        assertThat(texts(claims.at("/organization/acme/resource_access/shop/roles")))
                .containsExactly("seller");
        assertThat(texts(claims.at("/realm_access/roles"))).isNotEmpty().doesNotContain("writer");
        assertThat(texts(claims.at("/resource_access/shop/roles"))).doesNotContain("seller");
    }

    private void importAnn() throws IOException {
        imports(
                "users",
                "{username:'ann',email:'ann@acme.example',firstName:'Ann',lastName:'Acme',enabled:true,"
                        + "credentials:[{type:'password',value:'" + PASSWORD + "'}],organizations:[{alias:'acme'}]}");
    }

    private List<String> departments() {
        return texts(signIn.claims("ann", PASSWORD).at("/organization/acme/groups"));
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private void imports(String kind, String record) throws IOException {
        ImportAnswer answer = realm.imports().post(kind, Records.json(record).toString());
        assertThat(answer.count("rejected") + answer.count("skipped"))
                .as("%s", answer.lines())
                .isZero();
    }
}
