// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.Map;

/**
 * Creates groups through the Admin API, in the realm or in an organization: one call for each missing group of a path,
 * and further calls for fields that POST ignores.
 *
 * @param groups path of the groups in the Admin API, for example {@code organizations/…/groups}
 */
record GroupCalls(TwinRealm realm, String groups) {

    /** Id of the group of this path, or {@code null}. */
    String find(String path) {
        String parent = null;
        for (String name : names(path)) {
            parent = child(parent, name);
            if (parent == null) {
                return null;
            }
        }
        return parent;
    }

    /** Makes the group and whatever is missing above it. */
    HttpResponse<String> create(JsonNode record) {
        String[] names = names(record.path("path").asText());
        String parent = null;
        for (int i = 0; i < names.length - 1; i++) {
            String child = child(parent, names[i]);
            parent = child != null ? child : id(post(parent, named(names[i])));
        }
        ObjectNode body = named(names[names.length - 1]);
        copy(record, body);
        HttpResponse<String> answer = post(parent, body);
        if (answer.statusCode() == 201) {
            complete(id(answer), record, body);
        }
        return answer;
    }

    /** Updates the group by {@code PUT}, and replaces its roles. */
    HttpResponse<String> overwrite(JsonNode record) {
        String id = find(record.get("path").asText());
        ObjectNode body = named(last(record));
        copy(record, body);
        HttpResponse<String> answer = realm.admin().send("PUT", one(id), withId(record, id, body));
        if (answer.statusCode() == 204) {
            MappingCalls.replace(MappingCalls.of(realm, one(id) + "/role-mappings/", record));
        }
        return answer;
    }

    HttpResponse<String> remove(JsonNode record) {
        return realm.admin().send("DELETE", one(find(record.get("path").asText())), null);
    }

    /** Below another group a new one gets only its name by {@code POST} if it belongs to an organization. */
    private void complete(String id, JsonNode record, ObjectNode body) {
        boolean isOfOrganization = !groups.equals("groups");
        if (isOfOrganization && body.size() > 1 && names(record.get("path").asText()).length > 1) {
            realm.admin().put(one(id), withId(record, id, body));
        }
        mapRoles(id, record);
    }

    /** The body with the id of the group, if the record gives one. */
    private static ObjectNode withId(JsonNode record, String id, ObjectNode body) {
        return record.hasNonNull("id") ? body.deepCopy().put("id", id) : body;
    }

    private void mapRoles(String id, JsonNode record) {
        RoleCalls roles = new RoleCalls(realm);
        roles.map(one(id), record);
    }

    private static void copy(JsonNode record, ObjectNode body) {
        for (String field : new String[] {"description", "attributes"}) {
            if (record.has(field)) {
                body.set(field, record.get(field));
            }
        }
    }

    private HttpResponse<String> post(String parent, ObjectNode body) {
        return realm.admin().send("POST", parent == null ? realm.path(groups) : one(parent) + "/children", body);
    }

    private String child(String parent, String name) {
        String children = parent == null ? realm.path(groups) + "?" : one(parent) + "/children?";
        for (JsonNode child : realm.admin().get(children + "first=0&max=1000&briefRepresentation=true")) {
            if (child.get("name").asText().equals(name)) {
                return child.get("id").asText();
            }
        }
        return null;
    }

    private String one(String id) {
        return realm.path(groups + "/" + id);
    }

    private static String id(HttpResponse<String> created) {
        String location = created.headers().firstValue("Location").orElseThrow();
        return location.substring(location.lastIndexOf('/') + 1);
    }

    private static ObjectNode named(String name) {
        return AdminHttp.JSON.valueToTree(Map.of("name", name));
    }

    private static String last(JsonNode record) {
        String[] names = names(record.get("path").asText());
        return names[names.length - 1];
    }

    private static String[] names(String path) {
        return path.replaceAll("^/|/$", "").split("/");
    }
}
