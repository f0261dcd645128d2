// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.SampleTenant;
import io.keylift.it.tenant.TenantRealm;
import java.util.List;
import java.util.Map;

/** Whole persons. */
record PersonRecords(SampleTenant tenant) implements OperatedRecords {

    /** Numbers of changed assignments that have a group of their own. */
    private static final int GROUPS = 4;

    private static final String GROUP = "Bench ";
    private static final String LAST_NAME = "\"lastName\":\"";
    private static final String CREDENTIALS = "\"credentials\":[";
    private static final String END = "],";

    static PersonRecords of(int persons) {
        return new PersonRecords(Realms.tenant(Workload.WHOLE_PERSONS, persons));
    }

    @Override
    public String kind() {
        return Workload.WHOLE_PERSONS.kind;
    }

    @Override
    public int count() {
        return tenant.persons();
    }

    @Override
    public String record(int index, RecordState state) {
        String person = tenant.person(index).replace(LAST_NAME, LAST_NAME + state.prefix());
        if (!state.credential()) {
            int begin = person.indexOf(CREDENTIALS);
            person = person.substring(0, begin) + person.substring(person.indexOf(END, begin) + END.length());
        }
        return state.assignments() == 0 ? person : reassigned(person, index, state.assignments());
    }

    private String reassigned(String person, int index, int change) {
        ObjectNode record = (ObjectNode) AdminHttp.parse(person);
        ((ObjectNode) record.get("attributes")).putArray(TenantRealm.JOB_TITLE).add("Title " + change);
        List<String> roles = TenantRealm.ROLES;
        record.putArray("realmRoles")
                .add(roles.get((index + change) % roles.size()))
                .add(roles.get((index + change + 1) % roles.size()));
        record.putArray("groups").add("/" + GROUP + change % GROUPS);
        ArrayNode organizations = (ArrayNode) record.get("organizations");
        organizations
                .addObject()
                .put("alias", other(organizations, index + 2 * change))
                .put("membershipType", "UNMANAGED");
        return record.toString();
    }

    /** An organization that the person is no member of: a managed member cannot leave the other one. */
    private String other(ArrayNode organizations, int index) {
        String alias = tenant.alias(index % tenant.organizations());
        return organizations.at("/0/alias").asText().equals(alias)
                ? tenant.alias((index + 1) % tenant.organizations())
                : alias;
    }

    @Override
    public String key(int index) {
        return "{\"username\":\"" + tenant.username(index) + "\"}";
    }

    @Override
    public String createRealm(Realms realms) throws Exception {
        String realm = realms.create(Workload.WHOLE_PERSONS, tenant);
        for (int i = 0; i < GROUPS; i++) {
            realms.admin().post("/admin/realms/" + realm + "/groups", Map.of("name", GROUP + i));
        }
        return realm;
    }
}
