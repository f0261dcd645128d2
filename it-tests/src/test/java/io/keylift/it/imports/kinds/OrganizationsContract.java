// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/** Organizations with domains and attributes. */
public final class OrganizationsContract implements KindContract {

    @Override
    public String kind() {
        return "organizations";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-realm", "manage-organizations");
    }

    @Override
    public List<ObjectNode> examples() {
        return List.of();
    }

    @Override
    public ObjectNode record(int number) {
        return Records.json("""
                {name:'Company %d',alias:'company-%d',description:'Number %d',redirectUrl:'https://company-%d.example/',\
                domains:[{name:'company-%d.example',verified:true}],attributes:{size:['%d','x']}}""".formatted(number, number, number, number, number, number));
    }

    @Override
    public ObjectNode refused(ObjectNode record) {
        ObjectNode refused = record.deepCopy();
        refused.withObject("/attributes").putArray("size").add(SMILEYS);
        return refused;
    }

    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        ObjectNode changed = record.deepCopy().put("description", "Version " + version);
        changed.withObject("/attributes").putArray("size").add("v" + version);
        return changed;
    }

    @Override
    public List<GivenId> givenIds() {
        return List.of(GivenId.own("org"));
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return realm.adminApi().create("organizations", record);
    }

    @Override
    public HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        String id = realm.organizationId(record.get("alias").asText());
        return realm.admin().send("PUT", realm.path("organizations/" + id), record);
    }

    @Override
    public Set<String> requiredLists() {
        return Set.of("domains");
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        String organization =
                "organizations/" + realm.organizationId(record.get("alias").asText());
        return realm.admin().send("DELETE", realm.path(organization), null);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        String alias = record.get("alias").asText();
        return AdminApiPaths.of(realm, "organizations/count", "organizations?q=alias:" + alias)
                .and("organizations?exact=true&search="
                        + record.at("/domains/0/name").asText())
                .andOf("organizations", realm.organizationId(alias), "members/count", "groups")
                .paths();
    }

    @Override
    public Set<String> tables() {
        return Set.of("org", "org_domain", "keycloak_group", "group_attribute");
    }
}
