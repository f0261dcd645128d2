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

/** Resources that clients protect. */
public final class ResourcesContract implements KindContract {

    @Override
    public String kind() {
        return "resources";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-clients", "manage-authorization");
    }

    @Override
    public void prepare(TwinRealm realm) {
        AuthorizationCalls.protect(realm, "vault", "safe");
        for (String user : List.of("alice", "bob")) {
            realm.admin()
                    .post(
                            realm.path("users"),
                            Map.of("username", user, "email", user + "@example.org", "enabled", true));
        }
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("resources.txt");
    }

    /** Every third belongs to a user. */
    @Override
    public ObjectNode record(int number) {
        ObjectNode record = Records.json("""
                {client:'vault',name:'box-%d',displayName:'Box %d',type:'urn:vault:box',uris:['/boxes/%d','/boxes/%d/*'],\
                scopes:['open','close-%d'],attributes:{shelf:['%d','x']},ownerManagedAccess:true}""".formatted(number, number, number, number, number % 10, number));
        return number % 3 == 0 ? record.put("owner", "alice") : record;
    }

    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        ObjectNode changed = record.deepCopy().put("displayName", "Version " + version);
        changed.putArray("uris").add("/boxes/version-" + version);
        changed.putArray("scopes").add("open").add(version % 2 == 0 ? "even" : "odd");
        changed.withObject("/attributes").putArray("shelf").add("v" + version);
        return changed;
    }

    @Override
    public List<GivenId> givenIds() {
        return List.of(
                new GivenId("", "_id", "resource_server_resource"),
                new GivenId("/scopes/0", "id", "resource_server_scope"));
    }

    @Override
    public ObjectNode recordWithObjects(int number) {
        ObjectNode record = record(number);
        record.putArray("scopes").addObject().put("name", "chosen-" + number);
        return record;
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return realm.admin().send("POST", resources(realm, record), body(realm, record));
    }

    @Override
    public HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        return realm.admin().send("PUT", resources(realm, record) + "/" + id(realm, record), body(realm, record));
    }

    /** The Admin API requires the id of an owner. */
    private static ObjectNode body(TwinRealm realm, ObjectNode record) {
        ObjectNode body = AuthorizationCalls.body(record);
        if (record.path("owner").hasNonNull("name") && !record.path("owner").hasNonNull("id")) {
            body.withObject("/owner")
                    .put("id", realm.userId(record.at("/owner/name").asText()));
        }
        return body;
    }

    private static String resources(TwinRealm realm, JsonNode record) {
        return realm.path(AuthorizationCalls.server(realm, record) + "resource");
    }

    /** Id of the resource of this name and owner. */
    public static String id(TwinRealm realm, JsonNode record) {
        String owner = record.hasNonNull("owner")
                ? realm.userId(
                        record.at("/owner/name").asText(record.get("owner").asText()))
                : realm.clientId(record.get("client").asText());
        String search =
                "?exactName=true&name=" + TwinRealm.encoded(record.get("name").asText()) + "&owner=" + owner;
        return realm.admin().get(resources(realm, record) + search).at("/0/_id").asText();
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        return realm.admin().send("DELETE", resources(realm, record) + "/" + id(realm, record), null);
    }

    @Override
    public Set<String> requiredLists() {
        return Set.of("owner");
    }

    /** The scopes that come with resources, but for one that the examples leave. */
    @Override
    public HttpResponse<String> removeRest(TwinRealm realm, ObjectNode record) {
        HttpResponse<String> last = null;
        String scopes = AuthorizationCalls.server(realm, record) + "scope/";
        for (JsonNode scope : record.path("scopes")) {
            String name =
                    scope.isTextual() ? scope.asText() : scope.path("name").asText();
            String id = AuthorizationCalls.id(
                    realm,
                    Records.json("{}")
                            .put("client", record.get("client").asText())
                            .put("name", name),
                    "scope");
            if (!id.isEmpty() && !name.equals("open")) {
                last = realm.admin().send("DELETE", realm.path(scopes + id), null);
            }
        }
        return last;
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        String server = AuthorizationCalls.server(realm, record);
        return AdminApiPaths.of(realm, server + "scope?max=1000", server + "resource?max=1000")
                .and(server + "resource?exactName=true&name="
                        + record.get("name").asText())
                .andOf(server + "resource", id(realm, record), "scopes", "attributes")
                .paths();
    }

    @Override
    public Set<String> tables() {
        return Set.of(
                "resource_server_resource",
                "resource_uris",
                "resource_scope",
                "resource_attribute",
                "resource_server_scope");
    }
}
