// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/** Groups of the realm. */
public final class GroupsContract implements KindContract {

    @Override
    public String kind() {
        return "groups";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-users");
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("groups.txt");
    }

    @Override
    public ObjectNode record(int number) {
        return Records.json("""
                {path:'/customers/region-%d/team-%d',description:'Team %d',attributes:{site:['Bonn'],code:['%d','x']},                realmRoles:['reader'],clientRoles:{shop:['buyer']}}""".formatted(number % 7, number, number, number));
    }

    @Override
    public ObjectNode refused(ObjectNode record) {
        return record.deepCopy().put("description", SMILEYS);
    }

    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        ObjectNode changed = record.deepCopy().put("description", "Version " + version);
        changed.withObject("/attributes").putArray("site").add("v" + version);
        changed.putArray("realmRoles").add(version % 2 == 0 ? "reader" : "writer");
        return changed;
    }

    @Override
    public List<GivenId> givenIds() {
        return List.of(GivenId.own("keycloak_group"));
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return new GroupCalls(realm, "groups").create(record);
    }

    @Override
    public HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        return new GroupCalls(realm, "groups").overwrite(record);
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        return new GroupCalls(realm, "groups").remove(record);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        GroupCalls calls = new GroupCalls(realm, "groups");
        String path = record.get("path").asText();
        String parent = path.substring(0, path.lastIndexOf('/'));
        return AdminApiPaths.of(realm, "groups", "groups/count", "group-by-path" + path)
                .and("groups?search=" + path.substring(parent.length() + 1))
                .andOf("groups", parent.isEmpty() ? null : calls.find(parent), "children")
                .andOf("groups", calls.find(path), "children", "role-mappings", "members")
                .paths();
    }

    @Override
    public Set<String> tables() {
        return Set.of("keycloak_group", "group_attribute", "group_role_mapping");
    }
}
