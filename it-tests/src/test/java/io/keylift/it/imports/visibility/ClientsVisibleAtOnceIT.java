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
        assertThat(names(client + "/default-client-scopes", "name")).containsExactly("roles");
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

    /** An aggregate policy may come before its policies; another attempt decides by what each import has changed. */
    @Test
    void law10_decisionsKnowImportedPoliciesAndPermissionsAtOnce() throws IOException {
        imports("clients", """
                {clientId:'barrier',publicClient:false,secret:'given-secret',serviceAccountsEnabled:true,\
                authorizationServicesEnabled:true}""");
        imports("resources", "{client:'barrier',name:'Yard',type:'urn:yard',scopes:['enter']}");
        imports("scopes?ifExists=merge", "{client:'barrier',name:'enter',displayName:'Enter'}");
        assertThat(enters()).isFalse();

        ImportAnswer policies = realm.imports().post("policies?chunkSize=1", """
                {"client":"barrier","name":"outer","type":"aggregate","policies":["inner","machines"]}
                {"client":"barrier","name":"inner","type":"aggregate","policies":["hours"]}
                {"client":"barrier","name":"machines","type":"client","clients":["barrier"]}
                {"client":"barrier","name":"hours","type":"time","year":"2020","yearEnd":"2999"}
                {"client":"barrier","name":"never","type":"time","year":"2019"}
                """);
        assertThat(policies.count("added")).as("%s", policies.lines()).isEqualTo(5);
        assertThat(enters()).isFalse();
        imports("permissions", """
                {client:'barrier',name:'Enter',type:'scope',resources:['Yard'],scopes:['enter'],policies:['outer']}""");
        assertThat(enters()).isTrue();

        imports("policies?ifExists=merge", "{client:'barrier',name:'hours',type:'time',yearEnd:'2021'}");
        assertThat(enters()).isFalse();
        imports("policies?ifExists=overwrite", """
                {client:'barrier',name:'hours',type:'time',logic:'NEGATIVE',year:'2019'}""");
        assertThat(enters()).isTrue();
        imports("permissions?ifExists=merge", "{client:'barrier',name:'Enter',type:'scope',policies:['never']}");
        assertThat(enters()).isFalse();
        removes("permissions", "{client:'barrier',name:'Enter'}");
        assertThat(enters()).isFalse();
        imports("permissions", """
                {client:'barrier',name:'Yards',type:'resource',resourceType:'urn:yard',policies:['machines']}""");
        assertThat(enters()).isTrue();
        imports("permissions?ifExists=overwrite", """
                {client:'barrier',name:'Yards',type:'resource',resourceType:'urn:x'}""");
        assertThat(enters()).isFalse();

        assertThat(realm.imports().post("policies?op=remove&parallelism=1", """
                                {"client":"barrier","name":"hours"}
                                {"client":"barrier","name":"outer"}
                                {"client":"barrier","name":"inner"}
                                """).rejects())
                .extracting(reject ->
                        reject.path("code").asText() + reject.path("pointer").asText())
                .containsExactly("invalid/name");
    }

    private static boolean enters() {
        return signIn.decision("barrier", "given-secret", "barrier", "Yard#enter")
                .contains("\"rsname\":\"Yard\"");
    }

    private static void removes(String kind, String record) throws IOException {
        ImportAnswer answer = realm.imports().post(kind + "?op=remove", Records.json(record) + "\n");
        assertThat(answer.count("removed")).as("%s", answer.lines()).isEqualTo(1);
    }

    @Test
    void policiesAndPermissionsThatReferToNothingAreRejected() throws IOException {
        imports("clients", """
                {clientId:'lattice',publicClient:false,secret:'given-secret',serviceAccountsEnabled:true,\
                authorizationServicesEnabled:true}""");
        imports("permissions", "{client:'lattice',name:'a permission',type:'scope'}");
        imports("policies", "{client:'lattice',name:'part',type:'aggregate'}");
        imports("policies", "{client:'lattice',name:'whole',type:'aggregate',policies:['part']}");
        assertThat(rejects("policies?ifExists=overwrite", """
                        {"client":"lattice","name":"a","type":"role","roles":[{"id":"offline_access"},{"id":"nobody"}]}
                        {"client":"lattice","name":"b","type":"role","roles":[{"id":"nobody/x"}]}
                        {"client":"lattice","name":"c","type":"user","users":["nobody"]}
                        {"client":"lattice","name":"d","type":"client","clients":["nobody"]}
                        {"client":"lattice","name":"e","type":"group","groups":[{"path":"/nobody"}]}
                        {"client":"lattice","name":"f","type":"client-scope","clientScopes":[{"id":"nobody"}]}
                        {"client":"lattice","name":"g","type":"aggregate","policies":["nobody"]}
                        {"client":"lattice","name":"h","type":"aggregate","policies":["g"]}
                        {"client":"lattice","name":"part","type":"aggregate","policies":["whole"]}
                        {"client":"lattice","name":"part","type":"role","policies":["whole"]}
                        {"client":"lattice","name":"whole","type":"time"}
                        {"client":"lattice","name":"a permission","type":"time"}
                        {"client":"lattice","name":"i","type":"uma"}
                        {"client":"lattice","name":"j","type":"time","scopes":["x"]}
                        {"client":"lattice","name":"k","type":"time","owner":"x"}
                        """))
                .containsExactlyInAnyOrder(
                        "1 unknown_role /roles/1/id",
                        "2 unknown_client /roles/0/id",
                        "3 unknown_user /users/0",
                        "4 unknown_client /clients/0",
                        "5 unknown_group /groups/0/path",
                        "6 unknown_client_scope /clientScopes/0/id",
                        "7 unknown_policy /policies",
                        "8 unknown_policy /policies",
                        "9 cycle /policies",
                        "10 unsupported_field /policies",
                        "11 conflict /type",
                        "12 conflict /name",
                        "13 invalid /type",
                        "14 unsupported_field /scopes",
                        "15 unsupported_field /owner");
        assertThat(rejects("scopes", """
                        {"client":"lattice","name":"a","resources":[{"name":"x"}]}
                        {"client":"lattice","name":"b","policies":[{"name":"x"}]}
                        """))
                .containsExactlyInAnyOrder("1 unsupported_field /resources", "2 unsupported_field /policies");
        assertThat(rejects("permissions", """
                        {"client":"lattice","name":"a","type":"resource","resources":["nothing"]}
                        {"client":"lattice","name":"b","type":"scope","scopes":["nothing"]}
                        {"client":"lattice","name":"c","type":"scope","policies":["nothing"]}
                        {"client":"lattice","name":"d","type":"uma"}
                        {"client":"lattice","name":"part","type":"scope"}
                        {"client":"realm-management","name":"e","type":"scope"}
                        """))
                .containsExactlyInAnyOrder(
                        "1 unknown_resource /resources",
                        "2 unknown_scope /scopes",
                        "3 unknown_policy /policies",
                        "4 invalid /type",
                        "5 conflict /name",
                        "6 authorization_disabled /client");
    }

    private static List<String> rejects(String path, String records) throws IOException {
        return realm.imports().post(path, records).rejects().stream()
                .map(reject ->
                        reject.path("line").asText() + " " + reject.path("code").asText() + " "
                                + reject.path("pointer").asText())
                .toList();
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
