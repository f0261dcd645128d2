// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.imports.support.CrashTestServer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.OnCrashTestServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TenantUsers;
import io.keylift.it.tenant.SampleTenant;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Law 2 for a command that is left alone while connections break and the server is killed. */
@SecondTier
@OnCrashTestServer
class ResumedCommandIT {

    private static final String REALM = "resumed-command";
    private static final int PERSONS = 30_000;

    @TempDir
    private Path folder;

    @Test
    void law2_aCommandWithTwoStreamsLosesAndDoublesNoRecord_whateverBreaks(CrashTestServer server) throws Exception {
        server.ensureRunning();
        SampleTenant tenant = new SampleTenant(50, 20, PERSONS);
        ImportClient client = server.client(REALM);
        TestRealms.createForTenant(client.admin(), REALM);
        client.post("organizations", ImportClient.NDJSON, tenant::writeOrganizations);
        try (OutputStream out = Files.newOutputStream(folder.resolve("persons.ndjson"))) {
            tenant.writePersons(out);
        }
        int port = server.keycloak().baseUrl().getPort();
        try (BreakingBalancer balancer = new BreakingBalancer(List.of(port));
                Sql sql = new Sql(server.database())) {
            TenantUsers users = new TenantUsers(sql, REALM, tenant);
            Keylift keylift = Keylift.asAdministrator(balancer.address(), REALM, folder);
            try (Keylift.Running running = keylift.start(
                    "import", "users", "persons.ndjson", "--streams", "2", "--job", "persons", "--chunk-size", "200")) {
                for (int sixth = 1; sixth <= 5; sixth++) {
                    awaitUsers(users, PERSONS * sixth / 6);
                    if (sixth == 3) {
                        server.keycloak().kill();
                        server.ensureRunning();
                    } else {
                        balancer.breakOff();
                    }
                }
                Keylift.Ended ended = running.await();

                assertThat(ended.code()).as(ended.err()).isZero();
                assertThat(ended.err()).contains("Sent again in", "30,000 read, 30,000 added");
            }
            users.assertEachExactlyOnce();
            users.assertNoOrphans();
        }
    }

    private static void awaitUsers(TenantUsers users, int count) {
        await().atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> users.count() >= count);
    }
}
