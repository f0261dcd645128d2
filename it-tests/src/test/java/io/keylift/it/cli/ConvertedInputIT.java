// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.imports.support.CrashTestServer;
import io.keylift.it.imports.support.OnCrashTestServer;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of another system as inputs of jobs that stop in the middle, and of a mirror. */
@SecondTier
@OnCrashTestServer
class ConvertedInputIT {

    private static final int USERS = 8_000;

    @TempDir
    private Path folder;

    private static void realm(CrashTestServer server, String name) {
        server.ensureRunning();
        TestRealms.create(server.admin(), Map.of("realm", name, "enabled", true));
    }

    /** An export of Auth0, as its guide names it. */
    private void write(String file, int first, int last) throws IOException {
        try (Writer out = Files.newBufferedWriter(folder.resolve(file))) {
            for (int i = first; i <= last; i++) {
                out.write(("{\"user_id\":\"auth0|%d\",\"email\":\"user-%1$d@example.org\",\"email_verified\":true,"
                                + "\"given_name\":\"Jo\",\"family_name\":\"Doe\","
                                + "\"identities\":[{\"provider\":\"auth0\",\"user_id\":\"%1$d\","
                                + "\"connection\":\"users\",\"isSocial\":false}]}\n")
                        .formatted(i));
            }
        }
    }

    private static List<String> emails(Sql sql, String realm) {
        return sql.strings(
                "select email from user_entity where realm_id = (select id from realm where name = ?) order by email",
                realm);
    }

    @Test
    void law2_aConvertedInputWhoseCommandAndConnectionEndGoesOnExactlyOnce(CrashTestServer server) throws Exception {
        realm(server, "converted");
        write("users.json", 1, USERS);
        try (BreakingBalancer balancer =
                        new BreakingBalancer(List.of(server.keycloak().baseUrl().getPort()));
                Sql sql = new Sql(server.database())) {
            Keylift keylift = Keylift.asAdministrator(balancer.address(), "converted", folder);
            String[] command = {
                "import", "--from", "auth0", "users.json", "--job", "converted", "--chunk-size", "100", "--rejects", "r"
            };
            try (Keylift.Running stopped = keylift.start(command)) {
                awaitUsers(sql, USERS / 4);
                stopped.process().destroyForcibly().waitFor();
            }
            assertThat(emails(sql, "converted")).hasSizeLessThan(USERS);

            try (Keylift.Running again = keylift.start(command)) {
                awaitUsers(sql, USERS / 2);
                balancer.breakOff();
                Keylift.Ended ended = again.await();

                assertThat(ended.code()).as(ended.err()).isZero();
                assertThat(ended.err()).contains("8,000 read, 8,000 added", "Auth0: 8,000 read, 8,000 users");
            }
            assertThat(emails(sql, "converted")).hasSize(USERS).doesNotHaveDuplicates();
        }
    }

    private static void awaitUsers(Sql sql, int count) {
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> emails(sql, "converted").size() >= count);
    }

    @Test
    void aMirrorOfAnotherSystemRemovesWhomItsFileLacks(CrashTestServer server) throws Exception {
        realm(server, "mirrored");
        write("before.json", 1, 5);
        write("after.json", 3, 6);
        Keylift keylift = Keylift.asAdministrator(server.keycloak().baseUrl(), "mirrored", folder);
        keylift.run("import", "--from", "auth0", "before.json");

        Keylift.Ended refused = keylift.run("mirror", "--from", "auth0", "after.json", "--scope", "realm");
        Keylift.Ended mirrored = keylift.run(
                "mirror",
                "--from",
                "auth0",
                "after.json",
                "--scope",
                "realm",
                "--max-removals",
                "2",
                "--job",
                "mirror");

        assertThat(refused.code()).as(refused.err()).isEqualTo(3);
        assertThat(mirrored.code()).as(mirrored.err()).isZero();
        assertThat(mirrored.err()).contains("2 removed");
        try (Sql sql = new Sql(server.database())) {
            assertThat(emails(sql, "mirrored"))
                    .containsExactly(
                            "user-3@example.org", "user-4@example.org", "user-5@example.org", "user-6@example.org");
        }
    }
}
