// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.AdminApiOverwrites;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/** Users with all fields. */
public final class UsersContract implements KindContract {

    @Override
    public String kind() {
        return "users";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-users");
    }

    @Override
    public void prepare(TwinRealm realm) {
        MemberRecords.prepare(realm);
    }

    @Override
    public List<ObjectNode> examples() {
        return List.of();
    }

    @Override
    public ObjectNode record(int number) {
        return Records.json("""
                {username:'person-%d',email:'person-%d@example.org',firstName:'Pat',lastName:'Person',enabled:true,\
                attributes:{team:['%d'],site:['Bonn','Köln']},realmRoles:['reader'],clientRoles:{shop:['buyer']},\
                groups:['/staff/emea'],credentials:[{type:'password',value:'correct horse %d'}],organizations:[{alias:'acme',departments:['/sales/emea']}]}""".formatted(number, number, number, number));
    }

    @Override
    public ObjectNode plainRecord(int number) {
        return (ObjectNode) record(number).without("organizations");
    }

    @Override
    public ObjectNode refused(ObjectNode record) {
        ObjectNode refused = record.deepCopy().put("lastName", "😀");
        refused.withObject("/attributes").put(SMILEYS, "a long name");
        return refused;
    }

    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        ObjectNode changed = record.deepCopy().put("lastName", "Version " + version);
        changed.remove(List.of("credentials", "organizations", "groups", "realmRoles", "clientRoles"));
        changed.withObject("/attributes").putArray("team").add("v" + version);
        return changed;
    }

    @Override
    public List<GivenId> givenIds() {
        return List.of(GivenId.own("user_entity"), new GivenId("/credentials/0", "id", "credential"));
    }

    @Override
    public ObjectNode recordWithObjects(int number) {
        ObjectNode record = record(number);
        record.set("credentials", Records.json("""
                {list:[{type:'otp',secretData:'{"value":"JBSWY3DPEHPK3PXP"}',\
                credentialData:'{"subType":"totp","digits":6,"counter":0,"period":30,"algorithm":"HmacSHA1"}'}]}""").get("list"));
        return record;
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return joined(realm, record, realm.adminApi().create("users", record));
    }

    @Override
    public void complete(TwinRealm realm, ObjectNode record) {
        realm.adminApi().takeAwayDefaults(realm.userId(record.get("username").asText()), record);
    }

    private static HttpResponse<String> joined(TwinRealm realm, ObjectNode record, HttpResponse<String> created) {
        for (JsonNode organization : record.path("organizations")) {
            for (JsonNode department : organization.path("departments")) {
                new DepartmentMembersContract()
                        .join(
                                realm,
                                record.deepCopy()
                                        .put(
                                                "organization",
                                                organization.get("alias").asText())
                                        .put("department", department.asText()));
            }
        }
        return created;
    }

    @Override
    public HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        String user = realm.path("users/" + realm.userId(record.get("username").asText()));
        HttpResponse<String> answer = realm.admin()
                .send("PUT", user, record.deepCopy().without(List.of("organizations", "realmRoles", "clientRoles")));
        if (answer.statusCode() == 204) {
            new AdminApiOverwrites(realm).complete(user, record);
        }
        return answer;
    }

    @Override
    public EventDifference eventDifference() {
        return new EventDifference() {
            @Override
            public String reason() {
                return "POST adds the default groups to those of the record, and another call takes them away.";
            }

            @Override
            public List<ObjectNode> expected(ObjectNode event, JsonNode before, JsonNode after) {
                return List.of(event);
            }

            @Override
            public boolean isExpected(String modelEvent) {
                return !modelEvent.startsWith("MODEL GroupMemberJoinEvent Group=/everyone ");
            }
        };
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        String id = realm.userId(record.get("username").asText());
        return realm.admin().send("DELETE", realm.path("users/" + id), null);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        String name = record.get("username").asText();
        return AdminApiPaths.of(realm, "users/count", "users?exact=true&username=" + name, "users?search=" + name)
                .and("roles/reader/users", "organizations/" + realm.organizationId("acme") + "/members/count")
                .andUser(realm.userId(name))
                .paths();
    }

    @Override
    public Set<String> tables() {
        return Set.of("user_entity", "user_attribute", "credential", "user_role_mapping", "user_group_membership");
    }
}
