// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.imports.support.CrashTestServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.KillMoment;
import io.keylift.it.imports.support.KillMoment.Point;
import io.keylift.it.imports.support.Ledger;
import io.keylift.it.imports.support.OnCrashTestServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TenantUsers;
import io.keylift.it.soak.Soak;
import io.keylift.it.tenant.SampleTenant;
import io.keylift.it.tenant.TenantRealm;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Law 2 for removals: Keycloak is killed in the middle of one. */
@Tag("soak-removed-exactly-once")
@OnCrashTestServer
class RemovalExactlyOnceIT {

    private static final String REALM = "removed-exactly-once";
    private static final String JOB = "leaving";
    private static final int CHUNKS = 20;
    private static final int PERSONS = CHUNKS * (Soak.size("persons", 2_000, 200_000) / CHUNKS);
    private static final int STAYING = 200;
    private static final long SEED = Soak.seed(3);
    private static final String PATH = "users?op=remove&job=" + JOB + "&chunkSize=" + PERSONS / CHUNKS;

    private static final SampleTenant LEAVERS = new SampleTenant(SEED, 20, PERSONS);

    /** The same persons and some more. */
    private static final SampleTenant ALL = new SampleTenant(SEED, 20, PERSONS + STAYING);

    private static final List<KillMoment> MOMENTS = List.of(
                    new KillMoment(Point.IN_ATTRIBUTES, 2, "1"),
                    new KillMoment(Point.IN_LEDGER, 5, "auto"),
                    new KillMoment(Point.REPORTED, 9, "2"),
                    new KillMoment(Point.IN_MEMBERSHIPS, 13, "4"),
                    new KillMoment(Point.ENDING, CHUNKS, "auto"))
            .subList(0, Soak.size("kills", 2, 5));

    private static CrashTestServer server;

    @BeforeAll
    static void start(CrashTestServer crashTestServer) throws IOException {
        server = crashTestServer;
        TenantRealm.create(server.client(REALM).admin(), REALM);
        server.client(REALM).post("organizations", ImportClient.NDJSON, ALL::writeOrganizations);
        assertThat(server.client(REALM)
                        .post("users", ImportClient.NDJSON, ALL::writePersons)
                        .count("added"))
                .isEqualTo(PERSONS + STAYING);
    }

    @Test
    @Timeout(900)
    void law2_whoIsRemovedIsCountedOnce_whateverTheMomentOfTheServersDeath() throws IOException {
        try (Sql sql = new Sql(server.database())) {
            TenantUsers users = new TenantUsers(sql, REALM, LEAVERS);
            Ledger ledger = new Ledger(sql, REALM, JOB);
            for (KillMoment moment : MOMENTS) {
                List<Integer> before = ledger.chunks();
                List<Integer> reported = server.killAt(
                        moment,
                        ledger,
                        server.client(REALM),
                        PATH + "&parallelism=" + moment.parallelism(),
                        LEAVERS::writePersons);
                CrashTestServer.awaitEndOfTransactions(sql);

                assertThat(ledger.chunks()).as("%s", moment).containsAll(before).containsAll(reported);
                assertThat(users.count() + ledger.sum("removed"))
                        .as("persons who are left and who are removed after %s", moment)
                        .isEqualTo(PERSONS + STAYING);
                users.assertNoOrphans();
                server.ensureRunning();
            }
            ImportAnswer answer = server.client(REALM).post(PATH, ImportClient.NDJSON, LEAVERS::writePersons);

            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.count("removed")).isEqualTo(PERSONS);
            assertThat(users.count()).isEqualTo(STAYING);
            users.assertNoOrphans();
            ledger.assertComplete(CHUNKS, PERSONS);
            JsonNode job = server.client(REALM).job(JOB);
            assertThat(job.path("removed").asLong()).isEqualTo(PERSONS);
            assertThat(job.path("skipped").asLong()).isZero();
            assertThat(job.path("run").asInt()).isEqualTo(MOMENTS.size() + 1);
        }
    }
}
