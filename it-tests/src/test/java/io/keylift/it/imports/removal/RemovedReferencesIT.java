// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * Law 10 for removed roles, groups, departments, organizations, clients, client scopes and identity providers.
 * Everything is requested before the removal as well,
 * so that Keycloak's caches hold the old state.
 */
@OnSharedServer
class RemovedReferencesIT {

    @Test
    void law10_noCacheShowsWhatReferredToARemovedObject(SharedServer server) throws IOException {
        TwinRealm realm = ReferencedObjects.watchedRealm(server, "removed-references");
        List<String> paths = paths(realm);
        Map<String, String> before = answers(realm, paths);

        remove(realm, "roles", "{name:'doomed'}", "{name:'doomed',client:'shop'}");
        remove(realm, "groups", "{path:'/doomed'}", "{path:'/doomed-too'}");
        remove(realm, "departments", "{organization:'home',path:'/sales'}");
        remove(realm, "organizations", "{alias:'away'}", "{alias:'linked'}");
        remove(realm, "clients", "{clientId:'doomed'}");
        remove(realm, "client-scopes", "{name:'doomed'}");
        remove(realm, "identity-providers", "{alias:'doomed'}");
        Map<String, String> after = answers(realm, paths);

        assertThat(after)
                .isNotEmpty()
                .allSatisfy((path, answer) -> assertThat(answer).as(path).isNotEqualTo(before.get(path)));
        realm.admin().post(realm.path("clear-realm-cache"), Map.of());
        realm.admin().post(realm.path("clear-user-cache"), Map.of());
        assertThat(after).as("what the caches show").isEqualTo(answers(realm, paths));
        ReferencedObjects.load(realm, "groups", "{path:'/doomed/one'}");
        assertThat(answers(realm, List.of("group-by-path/doomed/one")).toString())
                .contains("=200 ");
    }

    private static void remove(TwinRealm realm, String kind, String... records) throws IOException {
        ImportAnswer answer = realm.imports()
                .post(
                        kind + "?op=remove",
                        Records.lines(Stream.of(records).map(Records::json).toList()));
        assertThat(answer.count("removed")).as("%s", answer.lines()).isEqualTo(records.length);
    }

    /** Each shows something of a removed object. */
    private static List<String> paths(TwinRealm realm) {
        String shop = "clients/" + realm.clientId("shop");
        String home = "organizations/" + realm.organizationId("home");
        String staying = "groups/" + ReferencedObjects.groupId(realm, "staying");
        String member = realm.userId("holder-1");
        String doomed = "clients/" + realm.clientId("doomed");
        String policies = "clients/" + realm.clientId("vault") + "/authz/resource-server/policy/";
        return List.of(
                "roles",
                "roles/doomed",
                "roles/above/composites",
                shop + "/roles",
                staying + "/role-mappings",
                "clients/" + realm.clientId("staying") + "/scope-mappings/realm",
                "client-scopes/" + ReferencedObjects.scopeId(realm) + "/scope-mappings/realm",
                "groups",
                "groups/" + ReferencedObjects.groupId(realm, "doomed/one"),
                "group-by-path/doomed",
                "group-by-path/doomed/one",
                "default-groups",
                "users/" + member + "/role-mappings",
                "users/" + member + "/role-mappings/realm/composite",
                "users/" + member + "/groups",
                "users/" + realm.userId("holder-0"),
                "users/count",
                "organizations",
                "organizations/count",
                "organizations/" + realm.organizationId("away"),
                "organizations/" + realm.organizationId("away") + "/members/count",
                "organizations/members/" + member + "/organizations",
                home + "/groups",
                home + "/members/count",
                "identity-provider/instances/linked",
                "clients?clientId=doomed",
                doomed,
                doomed + "/roles",
                doomed + "/service-account-user",
                doomed + "/optional-client-scopes",
                doomed + "/authz/resource-server",
                doomed + "/authz/resource-server/resource?name=box",
                "clients/" + realm.clientId("staying") + "/optional-client-scopes",
                "users/" + realm.userId("consenting") + "/consents",
                policies + "client/" + policyId(realm, policies, "of-clients"),
                policies + "client-scope/" + policyId(realm, policies, "of-scope"),
                policies + "client-scope/" + policyId(realm, policies, "of-scopes"),
                "client-scopes",
                "client-scopes/" + ReferencedObjects.scopeId(realm),
                "default-optional-client-scopes",
                "identity-provider/instances",
                "identity-provider/instances/doomed",
                "identity-provider/instances/doomed/mappers",
                home + "/identity-providers",
                "users/" + member + "/federated-identity");
    }

    private static String policyId(TwinRealm realm, String policies, String name) {
        return realm.admin()
                .get(realm.path(policies + "search?name=" + name))
                .get("id")
                .asText();
    }

    private static Map<String, String> answers(TwinRealm realm, List<String> paths) {
        Map<String, String> answers = new TreeMap<>();
        for (String path : paths) {
            HttpResponse<String> answer = realm.admin().send("GET", realm.path(path), null);
            answers.put(path, answer.statusCode() + " " + sorted(answer.body()));
        }
        return answers;
    }

    private static String sorted(String body) {
        try {
            return sorted(AdminHttp.JSON.readTree(body));
        } catch (IOException e) {
            return body;
        }
    }

    /** Neither lists nor objects have an order that the caches keep. */
    private static String sorted(JsonNode json) {
        if (json.isArray()) {
            return StreamSupport.stream(json.spliterator(), false)
                    .map(RemovedReferencesIT::sorted)
                    .sorted()
                    .toList()
                    .toString();
        }
        if (json.isObject()) {
            Map<String, String> fields = new TreeMap<>();
            json.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
            return fields.toString();
        }
        return json.toString();
    }
}
