// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Law 12: a dry run sends no write to the database, not even one that is rolled back. A trigger rejects each write. */
@OnSharedServer
class DryRunWritesIT {

    private static final String REALM = "dry-run-writes";

    private static ImportClient client;
    private static Sql sql;

    @BeforeAll
    static void realm(SharedServer server) throws IOException {
        client = ImportClient.inNewRealm(server, REALM);
        sql = new Sql(server.database());
        add("organizations", "{\"name\":\"acme\",\"domains\":[\"acme.example\"],\"attributes\":{\"a\":[\"1\"]}}");
        add("departments", "{\"organization\":\"acme\",\"path\":\"/sales\"}");
        add("groups", "{\"path\":\"/staff\",\"attributes\":{\"a\":[\"1\"]}}");
        add("users", "{\"username\":\"inside\",\"organizations\":[{\"alias\":\"acme\"}]}");
        add("users", "{\"username\":\"outside\"}");
        sql.unprepared("""
                create function refuse() returns trigger language plpgsql as
                'begin raise exception ''a dry run writes to %'', tg_table_name; end'
                """);
        for (String table :
                List.of("org", "org_domain", "keycloak_group", "group_attribute", "user_group_membership")) {
            sql.unprepared("create trigger refuse before insert or update or delete on " + table
                    + " for each row execute function refuse()");
        }
        sql.unprepared("create trigger refuse before insert or update or delete on realm_attribute"
                + " for each row execute function refuse()");
    }

    @AfterAll
    static void databaseAsItWas() {
        sql.unprepared("drop function refuse() cascade");
        sql.close();
    }

    private static void add(String kind, String record) throws IOException {
        assertThat(client.post(kind, record + "\n").count("added")).isEqualTo(1);
    }

    @Test
    void law12_aDryRunWritesNothing() throws IOException {
        List<String> organizations = List.of(
                "{\"name\":\"acme\",\"description\":\"new\",\"domains\":[\"other.example\"],"
                        + "\"attributes\":{\"a\":[\"2\"]}}",
                "{\"name\":\"initech\",\"domains\":[\"initech.example\"]}");
        assertChanges("organizations?ifExists=overwrite", organizations);
        assertChanges(
                "departments?ifExists=overwrite",
                List.of(
                        "{\"organization\":\"acme\",\"path\":\"/sales\",\"description\":\"new\"}",
                        "{\"organization\":\"acme\",\"path\":\"/legal/patents\"}"));
        assertChanges(
                "groups?ifExists=overwrite",
                List.of("{\"path\":\"/staff\",\"attributes\":{\"a\":[\"2\"]}}", "{\"path\":\"/guests/of/staff\"}"));
        assertChanges(
                "organization-members?ifExists=overwrite",
                List.of(
                        "{\"organization\":\"acme\",\"username\":\"inside\",\"membershipType\":\"MANAGED\"}",
                        "{\"organization\":\"acme\",\"username\":\"outside\"}"));
        ImportAnswer departments = client.post(
                "department-members?dryRun=true",
                List.of(
                        "{\"organization\":\"acme\",\"department\":\"/sales\",\"username\":\"inside\"}",
                        "{\"organization\":\"acme\",\"department\":\"/sales\",\"username\":\"outside\"}"));
        assertThat(departments.count("added")).as("%s", departments.lines()).isEqualTo(2);
        ImportAnswer groups = client.post(
                "group-members?dryRun=true&events=record", List.of("{\"group\":\"/staff\",\"username\":\"outside\"}"));
        assertThat(groups.count("added")).as("%s", groups.lines()).isEqualTo(1);
        ImportAnswer changes = client.post(
                "user-changes?dryRun=true&events=record",
                List.of("{\"username\":\"outside\",\"add\":{\"groups\":[\"/staff\"]}}"));
        assertThat(changes.count("updated")).as("%s", changes.lines()).isEqualTo(1);
        ImportAnswer example = client.post("realm-attributes?dryRun=true", "{\"name\":\"colour\",\"value\":\"red\"}\n");
        assertThat(example.count("added")).as("%s", example.lines()).isEqualTo(1);
    }

    /** The first record changes what is there, the second is new. */
    private static void assertChanges(String kind, List<String> records) throws IOException {
        ImportAnswer answer = client.post(kind + "&dryRun=true&events=record", records);

        assertThat(answer.rejects()).as(kind).isEmpty();
        assertThat(answer.count("updated")).as(kind).isEqualTo(1);
        assertThat(answer.count("added")).as(kind).isEqualTo(1);
    }
}
