// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/** Departments of organizations. */
public final class DepartmentsContract implements KindContract {

    @Override
    public String kind() {
        return "departments";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-realm", "manage-organizations");
    }

    @Override
    public void prepare(TwinRealm realm) {
        realm.withOrganizations("acme", "globex");
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("departments.txt");
    }

    @Override
    public ObjectNode record(int number) {
        return Records.json("""
                {organization:'%s',path:'/division-%d/team-%d',description:'Team %d',attributes:{site:['Bonn'],code:['%d','x']},\
                realmRoles:['reader'],clientRoles:{shop:['buyer']}}""".formatted(number % 2 == 0 ? "acme" : "globex", number % 7, number, number, number));
    }

    /** Roles require the permission to map them. */
    @Override
    public ObjectNode plainRecord(int number) {
        return record(number).without(List.of("realmRoles", "clientRoles"));
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
        return calls(realm, record).create(record);
    }

    @Override
    public HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        return calls(realm, record).overwrite(record);
    }

    private static GroupCalls calls(TwinRealm realm, ObjectNode record) {
        String organization = realm.organizationId(record.get("organization").asText());
        return new GroupCalls(realm, "organizations/" + organization + "/groups");
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        return calls(realm, record).remove(record);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        GroupCalls calls = calls(realm, record);
        String path = record.get("path").asText();
        String parent = path.substring(0, path.lastIndexOf('/'));
        return AdminApiPaths.of(
                        realm, calls.groups(), calls.groups() + "?search=" + path.substring(parent.length() + 1))
                .andOf(calls.groups(), calls.find(parent), "children")
                .andOf(calls.groups(), calls.find(path), "children", "role-mappings", "members")
                .paths();
    }

    @Override
    public Set<String> tables() {
        return Set.of("keycloak_group", "group_attribute", "group_role_mapping");
    }
}
