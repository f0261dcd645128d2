// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static io.keylift.it.imports.equality.StorageRealms.HASHED;
import static io.keylift.it.imports.equality.StorageRealms.person;
import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** User storages that refuse users, fail or are gone. */
@OnSharedServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StorageFailuresIT {

    private static final Map<String, String> REGISTERING = Map.of("syncRegistrations", "true");

    @AutoClose
    private StorageRealms realms;

    @BeforeAll
    void start(SharedServer server) {
        realms = new StorageRealms(server);
    }

    @Test
    void whatTheDirectoryRefusesIsARejectAndLeavesNothing() throws IOException {
        ImportClient client = realms.withDirectory("refusing", REGISTERING);
        // Keycloak does not see it, and it is in the way.
        realms.ldap().addAccount("occupied");

        ImportAnswer answer = client.post(
                "users?results=all",
                List.of(
                        person("occupied", "}"),
                        person("with-id", ",\"id\":\"chosen\"}"),
                        person("granted", "}"),
                        person("immutable-1", ",\"credentials\":[{\"type\":\"password\",\"value\":\"a-secret\"}]}")));

        assertThat(answer.outcomes())
                .containsExactly(
                        Map.entry(1, "storage_refused "),
                        Map.entry(2, "invalid /id"),
                        Map.entry(3, "added"),
                        Map.entry(4, "password_policy /credentials"));
        assertThat(realms.ldap().has("immutable-1")).isFalse();
        assertThat(realms.rows("refusing", "immutable-1")).isZero();
        assertThat(realms.rows("refusing", "occupied")).isZero();
        assertThat(realms.ldap().has("with-id")).isFalse();
        assertThat(realms.ldap().has("granted")).isTrue();
    }

    @Test
    void law2_aUserWhomARolledBackChunkLeftInTheDirectoryIsCompletedAndNotTaken() throws IOException {
        ImportClient client = realms.withDirectory("left-behind", REGISTERING);
        realms.ldap().add("there-before");
        List<String> records = List.of(
                person("left-1", ",\"credentials\":[" + HASHED + "]}"),
                person("left-2", "}"),
                person("there-before", "}"));
        realms.sql().unprepared("""
                create function no_chunks() returns trigger language plpgsql as
                'begin raise exception ''full'' using errcode = ''53100''; end';
                create trigger no_chunks before insert on keylift_import_chunk
                for each row execute function no_chunks();
                """);
        ImportAnswer first;
        try {
            first = client.post("users?job=left&results=all", records);
        } finally {
            realms.sql().unprepared("drop trigger no_chunks on keylift_import_chunk; drop function no_chunks()");
        }
        boolean left = realms.ldap().has("left-1");
        ImportAnswer second = client.post("users?job=left&results=all", records);

        assertThat(first.end()).isEqualTo("FAILED internal_error");
        assertThat(left).isTrue();
        assertThat(second.outcomes())
                .containsExactly(Map.entry(1, "added"), Map.entry(2, "added"), Map.entry(3, "exists /username"));
        assertThat(realms.sql()
                        .number(
                                "select count(*) from credential where user_id = ?",
                                realms.id("left-behind", "left-1")))
                .isOne();
        assertThat(client.post("users?job=again&results=all", records).count("rejected"))
                .isEqualTo(3);
    }

    @Test
    void aStorageThatFailsAtOneUserEndsNothing() throws IOException {
        ImportClient client = realms.farAway("one-failure");

        ImportAnswer answer = client.post(
                "users?results=all",
                List.of("{\"username\":\"far-broken\"}", "{\"username\":\"near\"}", "{\"username\":\"far-ada\"}"));

        assertThat(answer.outcomes())
                .containsExactly(
                        Map.entry(1, "failed /username"), Map.entry(2, "added"), Map.entry(3, "exists /username"));
        for (Map.Entry<String, String> path : Map.of(
                        "role-mappings?op=remove&", "realmRoles",
                        "user-capabilities?op=remove&", "add",
                        "user-capabilities?", "add")
                .entrySet()) {
            answer = client.post(
                    path.getKey() + "results=all",
                    List.of("{\"username\":\"far-broken\",\"" + path.getValue() + "\":[\"anything\"]}"));

            assertThat(answer.outcomes()).as(path.getKey()).isEqualTo(Map.of(1, "failed /username"));
        }
    }

    @Test
    void aStorageWhoseProviderIsGoneIsNamed() throws IOException {
        ImportClient client = realms.farAway("no-provider");
        realms.sql()
                .execute("update component set provider_id = 'gone' where name = 'far away'"
                        + " and realm_id = (select id from realm where name = 'no-provider')");
        realms.admin().post("/admin/realms/no-provider/clear-realm-cache", Map.of());

        ImportAnswer answer = client.post("users", List.of(UserRecords.user("near")));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.errorMessage()).contains("provider gone", "user storage far away");
    }
}
