// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/** Capabilities and sets assigned to users; one record in four names the user by email address. */
public final class UserCapabilitiesContract extends AssignmentsContract {

    /** Others are made by {@link #prepareRecords}. */
    private static final int USERS = 60;

    @Override
    public String kind() {
        return "user-capabilities";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-users");
    }

    @Override
    public void prepare(TwinRealm realm) {
        CatalogCalls.prepare(realm);
        realm.demandNothingOfNewUsers();
        prepareRecords(realm, 0, USERS);
        // For the examples.
        prepareRecords(realm, 100, 7);
    }

    @Override
    public void prepareRecords(TwinRealm realm, int first, int count) {
        MemberRecords.addUsers(realm, "owner-", first, count);
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("user-capabilities.txt");
    }

    @Override
    public ObjectNode record(int number) {
        ObjectNode record = Records.json("{add:['base','base.view']}");
        String user = "owner-" + number;
        return number % 4 == 3 ? record.put("email", user + "@example.org") : record.put("username", user);
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return CatalogCalls.assign(realm, "users/" + MemberRecords.userId(realm, record), record);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        String user = "capabilities/users/" + MemberRecords.userId(realm, record);
        return AdminApiPaths.of(realm, user, user + "/effective").paths();
    }
}
