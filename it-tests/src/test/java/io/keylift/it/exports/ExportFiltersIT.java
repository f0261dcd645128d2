// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The filters of an export select what the lists of the Admin API select with the same parameters. */
@OnSharedServer
class ExportFiltersIT {

    private static final String REALM = "export-filters";
    private static final String LONG = "x".repeat(300);

    private static TwinRealm realm;

    @BeforeAll
    static void realm(SharedServer server) throws IOException {
        realm = TwinRealm.create(server, REALM, Callers.CHEAP_PASSWORDS).withOrganizations("home", "away");
        realm.demandNothingOfNewUsers();
        realm.imports().post("departments", """
                {"organization":"home","path":"/Sales/EMEA","attributes":{"floor":["Two"]}}
                {"organization":"home","path":"/Research"}
                {"organization":"away","path":"/Sales"}
                """);
        assertThat(realm.imports().post("users", """
                        {"username":"john","firstName":"Jo_hn","lastName":"Doe","email":"john@example.org",\
                        "enabled":true,"attributes":{"nickname":["Johnny"],"area":["sales"],"languages":["en","de"]},\
                        "organizations":[{"alias":"home","departments":["/Sales/EMEA"]}],"groups":["/staff"],\
                        "realmRoles":["writer"],"clientRoles":{"shop":["buyer"]}}
                        {"username":"johanna","firstName":"Johanna","lastName":"Doe","email":"j_doe@example.org",\
                        "attributes":{"nickname":["johnny"],"area":["support"]},\
                        "organizations":[{"alias":"home"},{"alias":"away","departments":["/Sales"]}],\
                        "groups":["/staff/emea"],"clientRoles":{"shop":["seller"]}}
                        {"username":"big.john","firstName":"Big","lastName":"John","email":"big@example.org",\
                        "enabled":true,"emailVerified":true,"attributes":{"nickname":["Johnnys"],"biography":["%s"]},\
                        "groups":["/staff","/guests"],"realmRoles":["writer"]}
                        {"username":"mary","firstName":"Mary","lastName":"Jones","email":"jdoe@example.org",\
                        "enabled":true}
                        """.formatted(LONG)).count("added"))
                .isEqualTo(4);
        realm.imports().post("groups?ifExists=merge", """
                {"path":"/staff","attributes":{"floor":["Two"]}}
                {"path":"/guests","attributes":{"floor":["two"]}}
                """);
        realm.imports().post("organizations?ifExists=merge", """
                {"name":"home","attributes":{"size":["big"]},"domains":[{"name":"home.example"}]}
                {"name":"homeless","alias":"homeless","domains":[{"name":"street.example"}]}
                """);
        realm.imports().post("roles", """
                {"name":"clerk","description":"Keeps the Books"}
                {"name":"bookkeeper","client":"shop"}
                """);
        realm.imports().post("clients", """
                {"clientId":"shop-two","protocol":"openid-connect","attributes":{"tier":"gold","area":"north",\
                        "saml_idp_initiated_sso_url_name":"two"}}
                {"clientId":"shop_three","protocol":"openid-connect","attributes":{"tier":"silver"}}
                """);
        realm.imports().post("scope-mappings", "{\"client\":\"shop\",\"realmRoles\":[\"reader\"]}");
        realm.imports().post("identity-providers", """
                {"alias":"partner","providerId":"oidc","displayName":"Big Partner","organization":"home"}
                {"alias":"s_plier","providerId":"oidc","displayName":"Partner"}
                {"alias":"supplier","providerId":"oidc","displayName":"Partner of Partner"}
                """);
    }

    /** Each finds something, and not everything. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            users; username; search=joh; users?search=joh
            users; username; search=*john; users?search=*john
            users; username; search=b*john; users?search=b*john
            users; username; search=%22John%22; users?search=%22John%22
            users; username; search=joh%20doe; users?search=joh%20doe
            users; username; search=j_; users?search=j_
            users; username; search=username:JOHN%20mary%20nobody; users?search=username:JOHN%20mary%20nobody
            users; username; search=email:big@example.org; users?search=email:big@example.org
            users; username; search=id:{john}; users?search=id:{john}
            users; username; search=john&enabled=true; users?search=john&enabled=true
            users; username; enabled=false; users?enabled=false
            users; username; q=nickname:JOHNNY; users?q=nickname:JOHNNY
            users; username; q=nickname:ohnn&exact=false; users?q=nickname:ohnn&exact=false
            users; username; q=nickname:johnny%20area:sales; users?q=nickname:johnny%20area:sales
            users; username; q=languages:de; users?q=languages:de
            users; username; q=username:john; users?q=username:john
            users; username; q=lastName:JOHN&exact=true; users?q=lastName:JOHN&exact=true
            users; username; q=emailVerified:true; users?q=emailVerified:true
            users; username; group=/staff; groups/{staff}/members
            users; username; group={staff}; groups/{staff}/members
            users; username; organization=home; organizations/{home}/members
            users; username; organization={home}; organizations/{home}/members
            users; username; role=writer; roles/writer/users
            users; username; role=buyer&client=shop; clients/{shop}/roles/buyer/users
            groups; name; search=ST; groups?search=ST&populateHierarchy=false
            groups; name; search=e*a; groups?search=e*a&populateHierarchy=false
            groups; name; search=sales&exact=true; groups?search=sales&exact=true&populateHierarchy=false
            groups; name; q=floor:Two; groups?q=floor:Two&populateHierarchy=false
            departments; id; organization=home&search=s; organizations/{home}/groups?search=s
            departments; id; organization=home&search=EMEA&exact=true; \
            organizations/{home}/groups?search=EMEA&exact=true
            departments; id; organization=home&q=floor:two; organizations/{home}/groups?q=floor:two
            organizations; alias; search=HOME; organizations?search=HOME
            organizations; alias; search=street; organizations?search=street
            organizations; alias; search=home&exact=true; organizations?search=home&exact=true
            organizations; alias; q=size:big; organizations?q=size:big
            organizations; alias; q=alias:away; organizations?q=alias:away
            organization-members; username; organization=home; organizations/{home}/members
            organization-members; username; organization=home&search=ohan; organizations/{home}/members?search=ohan
            organization-members; username; organization=home&search=john&exact=true; \
            organizations/{home}/members?search=john&exact=true
            group-members; username; group=/staff; groups/{staff}/members
            roles; name; client=shop; clients/{shop}/roles
            roles; name; client=shop&search=SEL; clients/{shop}/roles?search=SEL
            roles; name; search=books; roles?search=books
            clients; clientId; search=SHOP-; clients?search=true&clientId=SHOP-
            clients; clientId; q=saml_idp_initiated_sso_url_name:two; clients?q=saml_idp_initiated_sso_url_name:two
            identity-providers; alias; search=PART; identity-provider/instances?search=PART
            identity-providers; alias; search=*g%20p; identity-provider/instances?search=*g%20p
            identity-providers; alias; search=s_p; identity-provider/instances?search=s_p
            identity-providers; alias; search=%22Partner%22; identity-provider/instances?search=%22Partner%22
            identity-providers; alias; organization=home; organizations/{home}/identity-providers
            """)
    void itSelectsAsTheListOfTheAdminApiDoes(String kind, String key, String query, String list) {
        List<String> listed = StreamSupport.stream(
                        realm.admin().get(realm.path(withIds(list))).spliterator(), false)
                .map(one -> one.get(key).asText())
                .toList();

        List<String> exported = keys(export(kind + "?" + withIds(query)).whole(), key);

        assertThat(exported).containsExactlyInAnyOrderElementsOf(listed).isNotEmpty();
        assertThat(keys(export(kind), key)).containsAll(exported).hasSizeGreaterThan(exported.size());
    }

    /** Filters that have no counterpart in the Admin API. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            users; username; group=/staff&role=writer&search=big; big.john
            users; username; organization=home&group=/staff; john
            users; username; enabled=true&q=area:sales; john
            users; username; search=*&organization=away; johanna
            departments; path; organization=home; /Sales,/Sales/EMEA,/Research
            department-members; username; organization=home; john
            department-members; username; organization=away&group=/Sales; johanna
            role-mappings; group; role=reader; /staff
            role-mappings; username; client=shop; johanna,john
            role-mappings; username; client=shop&role=seller; johanna
            scope-mappings; client; client=account-console; account-console
            clients; clientId; search=p_t; shop_three
            clients; clientId; q=tier:gold%20area:north; shop-two
            clients; clientId; q=tier:gold&search=shop; shop-two
            identity-providers; alias; organization={home}&search=%22Big%20Partner%22; partner
            """)
    void filtersAreCombined(String kind, String key, String query, String expected) {
        assertThat(keys(export(kind + "?" + withIds(query)), key)).containsExactlyInAnyOrder(expected.split(","));
    }

    @Test
    void itSelectsByALongAttribute() {
        assertThat(keys(export("users?q=biography:" + LONG.toUpperCase()), "username"))
                .containsExactly("big.john");
        assertThat(keys(export("users?q=biography:" + LONG + "x"), "username")).isEmpty();
    }

    /** The position of a page does not depend on what the filters leave out. */
    @Test
    void itContinuesWithTheSameFilters() {
        List<String> all = keys(export("users?organization=home"), "username");
        ExportAnswer first = export("users?organization=home&max=1");

        assertThat(keys(first, "username")).isEqualTo(all.subList(0, 1));
        assertThat(keys(
                        export("users?organization=home&after="
                                + first.summary().get("after").asText()),
                        "username"))
                .isEqualTo(all.subList(1, all.size()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            users?organization=nowhere; `organization`: the caller may view no organization with this alias or id
            users?group=/nowhere; `group`: the caller may view no group with this path or id
            users?role=nothing; `role`: the caller may view no role of the realm
            users?role=nothing&client=shop; `role`: the caller may view no role of this client
            roles?client=nobody; `client`: the caller may view no client with this client id
            users?client=shop; `client` has no effect without `role`
            users?exact=true&search=x; `exact` has no effect without `q`
            groups?exact=true; `exact` has no effect without `search`
            users?enabled=1; `enabled` must be one of true, false
            users?q=nickname; `q` must have the form
            users?q=a%5C; `q` must have the form
            clients?q=client.secret.rotated:x; `q` names a secret attribute
            department-members?group=/Sales; `group` has no effect without `organization`
            department-members?organization=home&group=/No; `group`: the organization has no department with this path
            """)
    void aFilterThatCannotBeIsRefused(String path, String message) {
        ExportAnswer answer = export(path);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("Query parameter " + message);
    }

    /** Law 8: who is in a group or has a role is shown only to those who may view it. */
    @Test
    void law8_nobodyFindsOutWhatTheyMayNotView(SharedServer server) {
        Callers callers = new Callers(server, REALM);
        for (String filter : List.of("role=writer", "role=buyer&client=shop", "organization=home")) {
            assertThat(ExportAnswer.get(callers.with("view-users"), REALM, "users?" + filter)
                            .status())
                    .as(filter)
                    .isEqualTo(400);
        }
        assertThat(ExportAnswer.get(
                                callers.with("view-identity-providers"), REALM, "identity-providers?organization=home")
                        .status())
                .isEqualTo(400);
        assertThat(ExportAnswer.get(callers.with("view-users", "view-realm"), REALM, "users?role=writer")
                        .records())
                .hasSize(2);
        realm.changeProfile("area", Map.of("permissions", Map.of("view", List.of("user"), "edit", List.of("user"))));

        assertThat(export("users?q=area:sales").body())
                .contains("an attribute that the user profile does not show to administrators");
        realm.changeProfile("area", Map.of("permissions", Map.of("view", List.of("admin"), "edit", List.of("admin"))));
    }

    private static String withIds(String text) {
        return text.replace("{john}", text.contains("{john}") ? realm.userId("john") : "")
                .replace("{home}", text.contains("{home}") ? realm.organizationId("home") : "")
                .replace("{shop}", text.contains("{shop}") ? realm.clientId("shop") : "")
                .replace("{staff}", text.contains("{staff}") ? groupId() : "");
    }

    private static String groupId() {
        JsonNode groups = realm.admin().get(realm.path("groups?search=staff&exact=true"));
        return groups.at("/0/id").asText();
    }

    private static ExportAnswer export(String path) {
        return ExportAnswer.get(realm.admin(), REALM, path);
    }

    private static List<String> keys(ExportAnswer answer, String key) {
        return answer.records().stream().map(record -> key(record, key)).toList();
    }

    private static String key(ObjectNode record, String key) {
        return record.path(key).asText("null");
    }
}
