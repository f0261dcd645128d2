// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.SampleTenant;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares the users of a realm in the database with the records of the sample tenant that was imported. */
public final class TenantUsers {

    private static final String WHOLE = """
            select u.username, u.email, u.email_verified, u.first_name, u.last_name, u.enabled,
              (select string_agg(a.name || '=' || a.value, ',' order by a.name) from user_attribute a
                where a.user_id = u.id),
              (select string_agg(r.name, ',' order by r.name) from user_role_mapping m
                join keycloak_role r on r.id = m.role_id where m.user_id = u.id),
              (select string_agg(o.alias || ':' || m.membership_type, ',') from user_group_membership m
                join org o on o.group_id = m.group_id where m.user_id = u.id),
              (select string_agg(c.type || ':' || (c.credential_data::json ->> 'algorithm'), ',') from credential c
                where c.user_id = u.id)
            from user_entity u where u.realm_id = ?""";

    private final Sql sql;
    private final String realm;
    private final String realmId;
    private final SampleTenant tenant;

    public TenantUsers(Sql sql, String realm, SampleTenant tenant) {
        this.sql = sql;
        this.realm = realm;
        this.realmId = sql.strings("select id from realm where name = ?", realm).get(0);
        this.tenant = tenant;
    }

    public long count() {
        return sql.number("select count(*) from user_entity where realm_id = ?", realmId);
    }

    /** The realm has each person of the tenant once, with all fields, and no other user. */
    public void assertEachExactlyOnce() {
        TreeSet<String> expected = new TreeSet<>();
        for (int i = 0; i < tenant.persons(); i++) {
            expected.add(whole(tenant.person(i)));
        }
        List<String> found = sql.rows(WHOLE, realmId).stream()
                .map(row -> String.join("|", row))
                .sorted()
                .toList();
        // Not one assertion on both: the description of 50,000 differences takes minutes.
        assertThat(found).hasSize(expected.size());
        assertThat(found.stream().filter(person -> !expected.contains(person)).limit(5))
                .as("persons that differ from what was sent")
                .isEmpty();
        assertThat(new TreeSet<>(found)).as("no person twice").hasSize(expected.size());
    }

    /** Asserts the number of each user's rows in the tables around USER_ENTITY, and that no row lacks its user. */
    public void assertChildRows() {
        Map<String, Long> rows = new TreeMap<>();
        for (String table : tablesOfUsers()) {
            long count = sql.number(
                    "select count(*) from " + table + " t join user_entity u on u.id = t.user_id where u.realm_id = ?",
                    realmId);
            if (count > 0) {
                rows.put(table, count);
            }
        }
        long persons = tenant.persons();
        assertThat(rows)
                .isEqualTo(Map.of(
                        "credential",
                        persons,
                        "user_attribute",
                        2 * persons,
                        // Two of the record and the realm's default role.
                        "user_role_mapping",
                        3 * persons,
                        "user_group_membership",
                        persons));
        assertNoOrphans();
    }

    public void assertNoOrphans() {
        for (String table : tablesOfUsers()) {
            assertThat(sql.number("select count(*) from " + table + " t where t.user_id is not null"
                            + " and not exists (select 1 from user_entity u where u.id = t.user_id)"))
                    .as("rows of nobody in %s", table)
                    .isZero();
        }
    }

    /**
     * Tables with rows of Keycloak's own users; users of a user storage have no row of their own. Sessions may be
     * theirs, or outlive their user.
     */
    private List<String> tablesOfUsers() {
        List<String> tables = sql.strings("select table_name from information_schema.columns"
                + " join information_schema.tables using (table_schema, table_name)"
                + " where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'user_id'"
                + " and table_name not like 'fed\\_%' and table_name <> 'offline_user_session'");
        assertThat(tables).contains("user_attribute", "user_role_mapping", "user_group_membership", "credential");
        return tables;
    }

    private String whole(String json) {
        JsonNode person = read(json);
        TreeSet<String> roles = new TreeSet<>();
        roles.add("default-roles-" + realm);
        person.get("realmRoles").forEach(role -> roles.add(role.asText()));
        TreeMap<String, String> attributes = new TreeMap<>();
        person.get("attributes")
                .properties()
                .forEach(attribute -> attributes.put(
                        attribute.getKey(), attribute.getValue().get(0).asText()));
        JsonNode organization = person.get("organizations").get(0);
        return String.join(
                "|",
                person.get("username").asText(),
                person.get("email").asText(),
                person.get("emailVerified").asBoolean() ? "t" : "f",
                person.get("firstName").asText(),
                person.get("lastName").asText(),
                person.get("enabled").asBoolean() ? "t" : "f",
                String.join(
                        ",",
                        attributes.entrySet().stream().map(Object::toString).toList()),
                String.join(",", roles),
                organization.get("alias").asText() + ":"
                        + organization.get("membershipType").asText(),
                "password:pbkdf2-sha512");
    }

    private static JsonNode read(String json) {
        try {
            return AdminHttp.JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
