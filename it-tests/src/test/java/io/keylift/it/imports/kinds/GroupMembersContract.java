// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/** Members of groups of the realm. */
public final class GroupMembersContract extends MembersContract {

    @Override
    public String kind() {
        return "group-members";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-users");
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("group-members.txt");
    }

    @Override
    public ObjectNode record(int number) {
        return Records.json("{group:'%s',username:'member-%d'}"
                .formatted(number % 2 == 0 ? "/staff/emea/sales" : "/guests", number));
    }

    @Override
    public boolean isChangeable() {
        return false;
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return realm.admin().send("PUT", path(realm, record), null);
    }

    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        return realm.admin().send("DELETE", path(realm, record), null);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        return AdminApiPaths.of(realm, "groups/" + group(realm, record) + "/members?max=1000")
                .andUser(MemberRecords.userId(realm, record))
                .paths();
    }

    private static String path(TwinRealm realm, ObjectNode record) {
        return realm.path("users/" + MemberRecords.userId(realm, record) + "/groups/" + group(realm, record));
    }

    private static String group(TwinRealm realm, ObjectNode record) {
        return new GroupCalls(realm, "groups").find(record.path("group").asText());
    }
}
