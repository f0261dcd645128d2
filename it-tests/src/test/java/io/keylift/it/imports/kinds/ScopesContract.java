// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/** Scopes of clients that protect resources. */
public final class ScopesContract implements KindContract {

    @Override
    public String kind() {
        return "scopes";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-clients", "manage-authorization");
    }

    @Override
    public void prepare(TwinRealm realm) {
        AuthorizationCalls.protect(realm, "gate", "wicket");
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("scopes.txt");
    }

    @Override
    public ObjectNode record(int number) {
        return Records.json("{client:'gate',name:'open-%d',displayName:'Open %d',iconUri:'https://example.org/%d.svg'}"
                .formatted(number, number, number));
    }

    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        return record.deepCopy().put("displayName", "Version " + version);
    }

    @Override
    public List<GivenId> givenIds() {
        return List.of(new GivenId("", "id", "resource_server_scope"));
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return realm.admin().send("POST", scopes(realm, record), AuthorizationCalls.body(record));
    }

    @Override
    public HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        return realm.admin()
                .send("PUT", scopes(realm, record) + "/" + id(realm, record), AuthorizationCalls.body(record));
    }

    private static String scopes(TwinRealm realm, JsonNode record) {
        return realm.path(AuthorizationCalls.server(realm, record) + "scope");
    }

    private static String id(TwinRealm realm, JsonNode record) {
        return AuthorizationCalls.id(realm, record, "scope");
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        return realm.admin().send("DELETE", scopes(realm, record) + "/" + id(realm, record), null);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        String server = AuthorizationCalls.server(realm, record);
        return AdminApiPaths.of(realm, server + "scope?max=1000")
                .and(server + "scope/search?name=" + record.get("name").asText())
                .andOf(server + "scope", id(realm, record), "resources", "permissions")
                .paths();
    }

    @Override
    public Set<String> tables() {
        return Set.of("resource_server_scope");
    }
}
