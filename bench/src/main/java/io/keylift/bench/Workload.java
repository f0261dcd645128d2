// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.http.BodyWriter;
import io.keylift.it.tenant.SampleStructure;
import io.keylift.it.tenant.SampleTenant;
import java.util.List;
import java.util.Locale;

/** Records of one kind to import, and the tables of their rows, referenced tables first. */
enum Workload {
    MINIMAL_USERS("users"),
    WHOLE_PERSONS("users"),
    ORGANIZATIONS("organizations"),
    DEPARTMENTS("departments"),
    MEMBERSHIPS("organization-members");

    private static final List<Table> USER_TABLES = List.of(
            new Table("user_entity", "p.id = t.id"),
            new Table("user_attribute", "p.id = t.user_id"),
            new Table("user_role_mapping", "p.id = t.user_id"),
            new Table("user_group_membership", "p.id = t.user_id"),
            new Table("credential", "p.id = t.user_id"));

    private static final List<Table> ORGANIZATION_TABLES = List.of(
            new Table("org", "p.id = t.id"),
            new Table("keycloak_group", "p.id = t.org_id"),
            new Table("group_attribute", "t.group_id in (select group_id from org o where o.id = p.id)"),
            new Table("org_domain", "p.id = t.org_id"));

    /**
     * Tables of departments. The first one also has the groups of organizations, so COPY cannot put back the
     * departments alone.
     */
    private static final List<Table> GROUP_TABLES =
            List.of(new Table("keycloak_group", ""), new Table("group_attribute", ""));

    private static final List<Table> MEMBERSHIP_TABLES = List.of(new Table("user_group_membership", ""));

    final String kind;

    Workload(String kind) {
        this.kind = kind;
    }

    /** A table, and the condition that joins its rows {@code t} to the record with the first row {@code p}. */
    record Table(String name, String belongs) {}

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    int size(BenchSettings settings) {
        return switch (this) {
            case MINIMAL_USERS -> settings.users();
            case WHOLE_PERSONS -> settings.persons();
            case ORGANIZATIONS -> settings.organizations();
            case DEPARTMENTS -> settings.departments();
            case MEMBERSHIPS -> settings.memberships();
        };
    }

    List<Table> tables() {
        return switch (this) {
            case MINIMAL_USERS, WHOLE_PERSONS -> USER_TABLES;
            case ORGANIZATIONS -> ORGANIZATION_TABLES;
            case DEPARTMENTS -> GROUP_TABLES;
            case MEMBERSHIPS -> MEMBERSHIP_TABLES;
        };
    }

    /** Whether the rows of the records can be taken out of their tables and put back on their own. */
    boolean isCopied() {
        return this != DEPARTMENTS && this != MEMBERSHIPS;
    }

    boolean isInPartialImport() {
        return this == MINIMAL_USERS || this == WHOLE_PERSONS;
    }

    /** Whether the records refer to the tenant's organizations. */
    boolean needsOrganizations() {
        return this == WHOLE_PERSONS || this == DEPARTMENTS || this == MEMBERSHIPS;
    }

    BodyWriter input(SampleTenant tenant, int records) {
        return switch (this) {
            case MINIMAL_USERS -> tenant::writeMinimalUsers;
            case WHOLE_PERSONS -> tenant::writePersons;
            case ORGANIZATIONS -> tenant::writeOrganizations;
            case DEPARTMENTS, MEMBERSHIPS -> SampleStructure.lines(records, index -> record(tenant, index));
        };
    }

    String record(SampleTenant tenant, int index) {
        return switch (this) {
            case MINIMAL_USERS -> tenant.minimalUser(index);
            case WHOLE_PERSONS -> tenant.person(index);
            case ORGANIZATIONS -> tenant.organization(index);
            case DEPARTMENTS -> new SampleStructure(tenant).topDepartment(index);
            case MEMBERSHIPS -> new SampleStructure(tenant).member(index);
        };
    }
}
