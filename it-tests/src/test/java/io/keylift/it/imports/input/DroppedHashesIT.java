// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Passwords that an import leaves out of records, and tells so. */
@OnSharedServer
class DroppedHashesIT {

    private static final String GOOD = "{type:'password',hash:'{SSHA}0c0blFTXXNuAMHECS4uxrj3ZieMoWImr'}";

    /** Accounts without a password, broken hashes, and those that no provider of the server verifies. */
    private static final String HASHES = """
            django-unusable | {type:'password',hash:'!Zx8QaWnd7pQkVh2Ws0yHbAz0D4lq1u3T9yFjkLmN'}
            crypt-locked    | {type:'password',hash:'!'}
            crypt-none      | {type:'password',hash:'*'}
            empty           | {type:'password',hash:''}
            wordpress-md5   | {type:'password',hash:'5f4dcc3b5aa765d61d8327deb882cf99'}
            auth0-sha512    | {type:'password',hash:'sDwTlHJgAkwhnsnSDpzFyIeW8gbLSFh9zKJeZZ4nYT8=',algorithm:'sha512'}
            auth0-hmac      | {type:'password',hash:'sDwTlHJgAkwhnsnSDpzFyIeW8gbLSFh9zKJeZZ4nYT8=',algorithm:'hmac'}
            cut-off         | {type:'password',hash:'$2b$10$yobOT8CyiI3Ls6BM',temporary:true}
            no-provider     | {type:'password',secretData:'{"value":"QQ=="}',credentialData:'{"algorithm":"bcrypt"}'}
            no-value        | {type:'password',secretData:'{"salt":"QQ=="}',credentialData:'{"algorithm":"pbkdf2"}'}
            """;

    private static TwinRealm realm;

    @AutoClose
    private static Sql sql;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, "dropped-hashes", Map.of());
        sql = new Sql(server.database());
    }

    @Test
    void usersGoInWithoutThePasswordAndChooseOne() throws IOException {
        List<String> names = new ArrayList<>();
        List<String> users = new ArrayList<>();
        HASHES.lines().map(line -> line.split(" +\\| ")).forEach(cells -> {
            names.add(cells[0]);
            users.add(user(cells[0], cells[1]));
        });
        int broken = users.size();
        users.add(user(
                "costly", "{type:'password',hash:'$2b$31$yobOT8CyiI3Ls6BM/.MNWu.O6UcaOinlpRnEkPJttZn2dQZ5uZC42'}"));
        users.add(user("good", GOOD));
        users.add(user("phone", "{type:'otp',seed:'GEZDGNBVGY3TQOJQ'},{type:'password',hash:'*'}"));

        ImportAnswer without = realm.imports().post("users?noPassword=update&dryRun=true", users);
        ImportAnswer dry = realm.imports().post("users?drop=unknown-hashes&noPassword=update&dryRun=true", users);
        ImportAnswer answer = realm.imports().post("users?drop=unknown-hashes&noPassword=update&job=hashes", users);

        assertThat(without.addsUp().rejects()).hasSize(broken + 2).allSatisfy(reject -> {
            assertThat(reject.get("pointer").asText()).startsWith("/credentials/");
            assertThat(reject.get("message").asText()).endsWith(". Correct it, or use `drop=unknown-hashes`.");
        });
        assertThat(answer.addsUp().rejects()).isEmpty();
        assertThat(answer.count("added")).isEqualTo(users.size());
        assertThat(warnings(answer))
                .containsExactly(
                        "hash_too_costly /credentials/* 1 [" + (broken + 1) + "]",
                        "unknown_hash_algorithm /credentials/* " + (broken + 1) + " [1,2,3]");
        assertThat(warnings(dry)).isEqualTo(warnings(answer));
        assertThat(realm.imports().job("hashes").path("drop").asText()).isEqualTo("unknown-hashes");
        for (String name : Stream.concat(names.stream(), Stream.of("costly")).toList()) {
            assertThat(credentials(name)).as(name).isEmpty();
            assertThat(actions(name)).as(name).contains("UPDATE_PASSWORD");
        }
        assertThat(credentials("good")).containsExactly("password");
        assertThat(actions("good")).doesNotContain("UPDATE_PASSWORD");
        assertThat(credentials("phone")).containsExactly("otp");
        assertThat(actions("phone")).contains("UPDATE_PASSWORD");
    }

    /** The password is left out of the record, so that of the user is unchanged. */
    @Test
    void usersThatExistKeepTheirPassword() throws IOException {
        realm.imports().post("users", List.of(user("exists", GOOD)));
        for (String ifExists : List.of("merge", "overwrite")) {
            ImportAnswer answer = realm.imports()
                    .post(
                            "users?results=all&drop=unknown-hashes&noPassword=update&ifExists=" + ifExists,
                            List.of(user("exists", "{type:'password',hash:'!'}")));

            assertThat(answer.outcomes().values()).containsExactly("skipped");
            assertThat(warnings(answer)).containsExactly("unknown_hash_algorithm /credentials/* 1 [1]");
            assertThat(credentials("exists")).containsExactly("password");
            assertThat(actions("exists")).doesNotContain("UPDATE_PASSWORD");
        }
    }

    /** The names are those of FusionAuth. */
    @Test
    void aFieldThatMayHoldAPasswordHasACodeOfItsOwn() throws IOException {
        ImportAnswer answer = realm.imports()
                .post(
                        "users?drop=unknown-fields",
                        List.of(Records.json(
                                        "{username:'fusion',encryptionScheme:'salted-md5',factor:1,salt:'c2FsdA==',"
                                                + "password:'XyzzyXyzzy=='}")
                                .toString()));

        assertThat(answer.addsUp().count("added")).isEqualTo(1);
        assertThat(warnings(answer))
                .containsExactly(
                        "password_left_out /encryptionScheme 1 [1]",
                        "password_left_out /password 1 [1]",
                        "password_left_out /salt 1 [1]",
                        "unknown_field /factor 1 [1]");
        assertThat(answer.lines().toString()).doesNotContain("Xyzzy");
    }

    private static String user(String name, String credentials) {
        return Records.json("{username:'" + name + "',enabled:true,email:'" + name
                        + "@example.org',firstName:'P',lastName:'Q',credentials:[" + credentials + "]}")
                .toString();
    }

    private static List<String> warnings(ImportAnswer answer) {
        List<String> told = new ArrayList<>();
        for (JsonNode warning : answer.summary().path("warnings")) {
            assertThat(warning.get("message").asText()).endsWith(" is left out.");
            told.add(warning.get("code").asText() + " " + warning.get("pointer").asText() + " " + warning.get("count")
                    + " " + warning.get("lines"));
        }
        return told;
    }

    private static List<String> credentials(String username) {
        return sql.strings("select type from credential where user_id = ? order by priority", realm.userId(username));
    }

    private static List<String> actions(String username) {
        return sql.strings(
                "select required_action from user_required_action where user_id = ?", realm.userId(username));
    }
}
