// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Policies of clients that protect resources. */
public final class PoliciesContract implements KindContract {

    private static final List<String> OF_EACH_TYPE = List.of(
            "type:'role',roles:[{id:'policed'},{id:'guard/watch',required:true}],fetchRoles:true",
            "type:'user',users:['polly','PERCY']",
            "type:'group',groups:[{path:'/policed/inner',extendChildren:true}],groupsClaim:'groups'",
            "type:'client',clients:['guard']",
            "type:'client-scope',clientScopes:[{id:'policed',required:true}]",
            "type:'time',notBefore:'2020-01-01 00:00:00',hour:'8',hourEnd:'17'",
            "type:'regex',targetClaim:'email',pattern:'.*@example.org'",
            "type:'capability',capabilities:['shelf.view','shelf.edit']",
            "type:'aggregate',policies:['base']");

    private static final List<String> CHANGED = List.of(
            "roles:[{id:'policed',required:%b}]",
            "users:['%s']",
            "groups:[{path:'%s'}]",
            "clients:['%s']",
            "clientScopes:[{id:'policed',required:%b}]",
            "month:'%d'",
            "pattern:'%d'",
            "capabilities:['shelf.v%d']",
            "policies:['%s']");

    private static final Map<String, List<String>> TURNS = Map.of(
            "user", List.of("polly", "percy"),
            "group", List.of("/policed", "/policed/inner"),
            "client", List.of("guard", "lookout"),
            "aggregate", List.of("base", "other"));

    @Override
    public String kind() {
        return "policies";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-clients", "manage-authorization");
    }

    @Override
    public void prepare(TwinRealm realm) {
        AuthorizationCalls.protect(realm, "guard", "lookout");
        realm.admin().post(realm.path("roles"), Map.of("name", "policed"));
        realm.admin().post(realm.path("clients/" + realm.clientId("guard") + "/roles"), Map.of("name", "watch"));
        for (String user : List.of("polly", "percy")) {
            realm.admin().post(realm.path("users"), Map.of("username", user, "enabled", true));
        }
        realm.admin().post(realm.path("client-scopes"), Map.of("name", "policed", "protocol", "openid-connect"));
        realm.admin().post(realm.path("groups"), Map.of("name", "policed"));
        String group =
                realm.admin().get(realm.path("group-by-path/policed")).get("id").asText();
        realm.admin().post(realm.path("groups/" + group + "/children"), Map.of("name", "inner"));
        for (String base : List.of("base", "other")) {
            create(realm, Records.json("{client:'guard',name:'" + base + "',type:'role',roles:[{id:'policed'}]}"));
        }
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("policies.txt");
    }

    /** The types in turn. */
    @Override
    public ObjectNode record(int number) {
        return Records.json("{client:'guard',name:'rule-%d',description:'Rule %d',%s}"
                .formatted(number, number, OF_EACH_TYPE.get(number % OF_EACH_TYPE.size())));
    }

    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        String type = record.get("type").asText();
        int at = 0;
        while (!OF_EACH_TYPE.get(at).startsWith("type:'" + type + "'")) {
            at++;
        }
        Object value = TURNS.containsKey(type)
                ? TURNS.get(type).get(version % 2)
                : type.equals("role") || type.equals("client-scope") ? (Object) (version % 2 == 0) : version;
        ObjectNode changed = record.deepCopy().put("description", "Version " + version);
        return changed.setAll(Records.json("{" + CHANGED.get(at).formatted(value) + "}"));
    }

    @Override
    public List<GivenId> givenIds() {
        return List.of(new GivenId("", "id", "resource_server_policy"));
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return realm.admin().send("POST", policies(realm, record), AuthorizationCalls.body(record));
    }

    @Override
    public HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        return realm.admin()
                .send("PUT", policies(realm, record) + "/" + id(realm, record), AuthorizationCalls.body(record));
    }

    private static String policies(TwinRealm realm, JsonNode record) {
        return realm.path(AuthorizationCalls.server(realm, record) + "policy/"
                + record.path("type").asText());
    }

    private static String id(TwinRealm realm, JsonNode record) {
        return AuthorizationCalls.id(realm, record, "policy");
    }

    @Override
    public Set<String> requiredLists() {
        return Set.of("roles", "users", "groups", "clients", "clientScopes", "capabilities");
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        return realm.admin().send("DELETE", policies(realm, record) + "/" + id(realm, record), null);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        String server = AuthorizationCalls.server(realm, record);
        return AdminApiPaths.of(realm, server + "policy?max=1000")
                .and(server + "policy/search?name=" + record.get("name").asText())
                .andOf(server + "policy/" + record.get("type").asText(), id(realm, record), "associatedPolicies")
                .paths();
    }

    @Override
    public Set<String> tables() {
        return Set.of("resource_server_policy", "policy_config", "associated_policy");
    }
}
