// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;

/** Members of organizations. The Admin API adds unmanaged members only. */
public final class OrganizationMembersContract extends MembersContract {

    @Override
    public String kind() {
        return "organization-members";
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("organization-members.txt");
    }

    @Override
    public ObjectNode record(int number) {
        return Records.json("{organization:'%s',username:'member-%d',membershipType:'UNMANAGED'}"
                .formatted(number % 2 == 0 ? "acme" : "globex", number));
    }

    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        return record.deepCopy().put("membershipType", version % 2 == 1 ? "MANAGED" : "UNMANAGED");
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return MemberRecords.join(realm, record);
    }

    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        return MemberRecords.leave(realm, record);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        return MemberRecords.views(realm, record).paths();
    }
}
