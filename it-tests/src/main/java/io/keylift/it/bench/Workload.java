// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import io.keylift.it.http.BodyWriter;
import io.keylift.it.tenant.SampleTenant;
import java.util.List;
import java.util.Locale;

/** What is measured: records of one kind, and the tables their rows go to, those that others refer to first. */
enum Workload {
    MINIMAL_USERS("users"),
    WHOLE_PERSONS("users"),
    ORGANIZATIONS("organizations");

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

    final String kind;

    Workload(String kind) {
        this.kind = kind;
    }

    /** A table and how its rows, {@code t}, belong to the record whose first row is {@code p}. */
    record Table(String name, String belongs) {}

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    int size(BenchSettings settings) {
        return switch (this) {
            case MINIMAL_USERS -> settings.users();
            case WHOLE_PERSONS -> settings.persons();
            case ORGANIZATIONS -> settings.organizations();
        };
    }

    List<Table> tables() {
        return this == ORGANIZATIONS ? ORGANIZATION_TABLES : USER_TABLES;
    }

    BodyWriter input(SampleTenant tenant) {
        return switch (this) {
            case MINIMAL_USERS -> tenant::writeMinimalUsers;
            case WHOLE_PERSONS -> tenant::writePersons;
            case ORGANIZATIONS -> tenant::writeOrganizations;
        };
    }

    String record(SampleTenant tenant, int index) {
        return switch (this) {
            case MINIMAL_USERS -> tenant.minimalUser(index);
            case WHOLE_PERSONS -> tenant.person(index);
            case ORGANIZATIONS -> tenant.organization(index);
        };
    }
}
