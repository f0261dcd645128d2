// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Client scopes with attributes, protocol mappers and their assignment to new clients. */
public final class ClientScopesContract implements KindContract {

    @Override
    public String kind() {
        return "client-scopes";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-clients");
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("client-scopes.txt");
    }

    /** Every third is a default scope of the realm, and every third an optional one. */
    @Override
    public ObjectNode record(int number) {
        return Records.json("""
                {name:'scope-%d',description:'Number %d',protocol:'openid-connect',attributes:{number:'%d',\
                'include.in.token.scope':'true'},protocolMappers:[{name:'number',protocol:'openid-connect',\
                protocolMapper:'oidc-hardcoded-claim-mapper',config:{'claim.name':'n','claim.value':'%d'}}],\
                assignment:'%s'}""".formatted(
                        number,
                        number,
                        number,
                        number,
                        List.of("none", "default", "optional").get(number % 3)));
    }

    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        ObjectNode changed = record.deepCopy().put("description", "Version " + version);
        changed.withObject("/attributes").put("number", "v" + version);
        changed.withObject("/protocolMappers/0/config").put("claim.value", "v" + version);
        return changed.put("assignment", version % 2 == 0 ? "default" : "optional");
    }

    @Override
    public List<GivenId> givenIds() {
        return List.of(GivenId.own("client_scope"), new GivenId("/protocolMappers/0", "id", "protocol_mapper"));
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        HttpResponse<String> answer = realm.admin().send("POST", realm.path("client-scopes"), body(record));
        if (answer.statusCode() == 201) {
            assign(realm, record);
        }
        return answer;
    }

    @Override
    public void complete(TwinRealm realm, ObjectNode record) {
        mappers(realm, record);
    }

    @Override
    public HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        String scope = realm.path("client-scopes/" + id(realm, record.get("name")));
        HttpResponse<String> answer = realm.admin().send("PUT", scope, body(record));
        if (answer.statusCode() == 204) {
            mappers(realm, record);
            assign(realm, record);
        }
        return answer;
    }

    private static ObjectNode body(ObjectNode record) {
        ObjectNode body = record.deepCopy();
        body.remove("assignment");
        return body;
    }

    /** PUT ignores mappers; they have calls of their own. */
    private static void mappers(TwinRealm realm, ObjectNode record) {
        if (!record.hasNonNull("protocolMappers")) {
            return;
        }
        String path = realm.path("client-scopes/" + id(realm, record.get("name")) + "/protocol-mappers/models");
        Map<List<String>, String> present = new HashMap<>();
        for (JsonNode mapper : realm.admin().get(path)) {
            present.put(key(mapper), mapper.get("id").asText());
        }
        for (JsonNode mapper : record.get("protocolMappers")) {
            String id = present.remove(key(mapper));
            if (id == null) {
                realm.admin().post(path, mapper);
            } else {
                realm.admin().put(path + "/" + id, ((ObjectNode) mapper.deepCopy()).put("id", id));
            }
        }
        present.values().forEach(id -> realm.admin().delete(path + "/" + id));
    }

    private static List<String> key(JsonNode mapper) {
        return List.of(mapper.get("protocol").asText(), mapper.get("name").asText());
    }

    private static void assign(TwinRealm realm, ObjectNode record) {
        if (!record.hasNonNull("assignment")) {
            return;
        }
        String id = id(realm, record.get("name"));
        String assignment = record.get("assignment").asText();
        for (String way : List.of("default", "optional")) {
            String assigned = realm.path("default-" + way + "-client-scopes");
            if (!way.equals(assignment) && isIn(realm.admin().get(assigned), id)) {
                realm.admin().delete(assigned + "/" + id);
            }
        }
        String wanted = realm.path("default-" + assignment + "-client-scopes");
        if (!assignment.equals("none") && !isIn(realm.admin().get(wanted), id)) {
            realm.admin().put(wanted + "/" + id, "{}");
        }
    }

    private static boolean isIn(JsonNode scopes, String id) {
        for (JsonNode scope : scopes) {
            if (scope.get("id").asText().equals(id)) {
                return true;
            }
        }
        return false;
    }

    /** Id of the client scope with this name; empty if there is none. */
    private static String id(TwinRealm realm, JsonNode name) {
        for (JsonNode scope : realm.admin().get(realm.path("client-scopes"))) {
            if (scope.get("name").equals(name)) {
                return scope.get("id").asText();
            }
        }
        return "";
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        return realm.admin().send("DELETE", realm.path("client-scopes/" + id(realm, record.get("name"))), null);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        return AdminApiPaths.of(
                        realm, "client-scopes", "default-default-client-scopes", "default-optional-client-scopes")
                .andOf("client-scopes", id(realm, record.get("name")), "protocol-mappers/models")
                .paths();
    }

    @Override
    public Set<String> tables() {
        return Set.of(
                "client_scope",
                "client_scope_attributes",
                "default_client_scope",
                "protocol_mapper",
                "protocol_mapper_config");
    }
}
