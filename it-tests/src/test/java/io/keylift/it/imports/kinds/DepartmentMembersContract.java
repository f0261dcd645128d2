// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;

/** Members of departments. */
public final class DepartmentMembersContract extends MembersContract {

    @Override
    public String kind() {
        return "department-members";
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("department-members.txt");
    }

    @Override
    public ObjectNode record(int number) {
        return Records.json("{organization:'%s',department:'/sales/emea',username:'member-%d'}"
                .formatted(number % 2 == 0 ? "acme" : "globex", number));
    }

    @Override
    public boolean isChangeable() {
        return false;
    }

    /** To join a department, Keycloak wants the user to be in the organization. */
    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        HttpResponse<String> joined = MemberRecords.join(realm, record);
        if (joined.statusCode() != 201 && joined.statusCode() != 409) {
            return joined;
        }
        return join(realm, record);
    }

    /** For one who is in the organization. */
    HttpResponse<String> join(TwinRealm realm, ObjectNode record) {
        return realm.admin().send("PUT", path(realm, record), null);
    }

    private static String path(TwinRealm realm, ObjectNode record) {
        String groups = MemberRecords.organization(realm, record) + "/groups";
        String department =
                new GroupCalls(realm, groups).find(record.path("department").asText());
        return realm.path(groups + "/" + department + "/members/" + MemberRecords.userId(realm, record));
    }

    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        return realm.admin().send("DELETE", path(realm, record), null);
    }

    @Override
    public HttpResponse<String> removeRest(TwinRealm realm, ObjectNode record) {
        return MemberRecords.leave(realm, record);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        String groups = MemberRecords.organization(realm, record) + "/groups";
        String department =
                new GroupCalls(realm, groups).find(record.path("department").asText());
        return MemberRecords.views(realm, record)
                .andOf(groups, department, "members")
                .paths();
    }
}
