// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.tenant.SampleStructure;
import io.keylift.it.tenant.SampleTenant;
import io.keylift.it.tenant.TenantRealm;
import java.util.List;

/**
 * Records of organizations, groups and the like. A change is one of the description; of the roles of a role mapping, or
 * of the sort of a membership.
 */
record ObjectRecords(ObjectKind type, SampleTenant tenant, int count) implements OperatedRecords {

    /** Prefix of the names of roles, by which {@link Tables} finds them. */
    static final String ROLE = "bench-role-";

    private static final String DESCRIPTION = "\"description\":\"";

    static ObjectRecords of(ObjectKind kind, int count) {
        return new ObjectRecords(kind, Realms.tenant(kind.workload(), count), count);
    }

    @Override
    public String kind() {
        return type.label();
    }

    @Override
    public String record(int index, RecordState state) {
        int changes = state.prefix().length();
        return switch (type) {
            case ORGANIZATIONS -> described(tenant.organization(index), state);
            case DEPARTMENTS -> described(new SampleStructure(tenant).topDepartment(index), state);
            case GROUPS -> described("{\"path\":\"/Group " + index + "\"," + details(index), state);
            case ROLES -> described("{\"name\":\"" + ROLE + index + "\"," + details(index), state);
            case ROLE_MAPPINGS -> roles(index, changes);
            case ORGANIZATION_MEMBERS -> {
                String member = new SampleStructure(tenant).member(index);
                yield member.substring(0, member.length() - 1) + ",\"membershipType\":\""
                        + (changes % 2 == 0 ? "UNMANAGED" : "MANAGED") + "\"}";
            }
        };
    }

    private static String details(int index) {
        return DESCRIPTION + "Number " + index + "\",\"attributes\":{\"costCentre\":[\"C" + index + "\"]}}";
    }

    private static String described(String record, RecordState state) {
        return record.replace(DESCRIPTION, DESCRIPTION + state.prefix());
    }

    /** Two roles, and after the first change a third one, which is another after each change. */
    private String roles(int index, int changes) {
        String roles = "\"" + role(index) + "\",\"" + role(index + 1) + "\"";
        return "{\"username\":\"" + tenant.username(index) + "\",\"realmRoles\":["
                + (changes == 0 ? roles : roles + ",\"" + role(index + 1 + changes) + "\"") + "]}";
    }

    private static String role(int index) {
        List<String> roles = TenantRealm.ROLES;
        return roles.get(index % roles.size());
    }

    @Override
    public String key(int index) {
        return switch (type) {
            case ORGANIZATIONS -> "{\"alias\":\"" + tenant.alias(index) + "\"}";
            case GROUPS -> "{\"path\":\"/Group " + index + "\"}";
            case ROLES -> "{\"name\":\"" + ROLE + index + "\"}";
            case DEPARTMENTS, ROLE_MAPPINGS, ORGANIZATION_MEMBERS -> record(index, RecordState.NEW);
        };
    }

    @Override
    public String createRealm(Realms realms) throws Exception {
        String realm = realms.create(type.workload(), tenant);
        if (type == ObjectKind.ROLE_MAPPINGS) {
            realms.importAll(realm, Workload.MINIMAL_USERS, tenant, count);
        }
        return realm;
    }
}
