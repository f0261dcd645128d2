// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.CrashTestServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.KillMoment;
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

/** Law 2: Keycloak is killed in the middle of an import. */
@Tag("soak-exactly-once")
@OnCrashTestServer
class ExactlyOnceIT {

    private static final String REALM = "exactly-once";
    private static final String JOB = "migration";
    private static final int ORGANIZATIONS = 50;
    private static final int CHUNKS = 50;
    private static final int PERSONS = CHUNKS * (Soak.size("persons", 4_000, 400_000) / CHUNKS);
    private static final int CHUNK_SIZE = PERSONS / CHUNKS;

    private static final int KILLS = Soak.size("kills", 3, KillMoment.Point.values().length);

    /** Another seed, other moments. */
    private static final long SEED = Soak.seed(26);

    private static final SampleTenant TENANT = new SampleTenant(SEED, ORGANIZATIONS, PERSONS);

    private static CrashTestServer server;

    @BeforeAll
    static void start(CrashTestServer crashTestServer) throws IOException {
        server = crashTestServer;
        TenantRealm.create(client().admin(), REALM);
        assertThat(client().post("organizations", ImportClient.NDJSON, TENANT::writeOrganizations)
                        .count("added"))
                .isEqualTo(ORGANIZATIONS);
    }

    @Test
    @Timeout(900)
    void law2_dataAndLedgerCommitTogether_whateverTheMomentOfTheServersDeath() throws IOException {
        List<KillMoment> moments = KillMoment.spread(SEED, CHUNKS, KILLS);
        try (Sql sql = new Sql(server.database())) {
            TenantUsers users = new TenantUsers(sql, REALM, TENANT);
            Ledger ledger = new Ledger(sql, REALM, JOB);
            for (KillMoment moment : moments) {
                List<Integer> before = ledger.chunks();
                List<Integer> reported =
                        server.killAt(moment, ledger, client(), users(moment.parallelism()), TENANT::writePersons);
                CrashTestServer.awaitEndOfTransactions(sql);

                assertThat(ledger.chunks())
                        .as("what was committed before and what was reported before %s", moment)
                        .containsAll(before)
                        .containsAll(reported);
                assertThat(users.count()).as("persons after %s", moment).isEqualTo(ledger.sum("added"));
                users.assertNoOrphans();
                server.ensureRunning();
            }
            ImportAnswer answer = client().post(users("auto"), ImportClient.NDJSON, TENANT::writePersons);

            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.count("added")).isEqualTo(PERSONS);
            users.assertEachExactlyOnce();
            users.assertChildRows();
            ledger.assertComplete(CHUNKS, PERSONS);
            JsonNode job = client().job(JOB);
            assertThat(job.path("status").asText()).isEqualTo("COMPLETED");
            assertThat(job.path("read").asLong()).isEqualTo(PERSONS);
            assertThat(job.path("added").asLong()).isEqualTo(PERSONS);
            assertThat(job.path("run").asInt()).isEqualTo(moments.size() + 1);
            assertThatNoException().isThrownBy(() -> signIn(PERSONS / 2));
        }
    }

    private static String users(String parallelism) {
        return "users?job=" + JOB + "&chunkSize=" + CHUNK_SIZE + "&parallelism=" + parallelism;
    }

    private static void signIn(int person) throws IOException {
        // Some persons are disabled: take the next one who is not.
        int enabled = person;
        while (!AdminHttp.JSON.readTree(TENANT.person(enabled)).get("enabled").asBoolean()) {
            enabled++;
        }
        new AdminHttp(server.keycloak().baseUrl(), REALM, TENANT.username(enabled), SampleTenant.PASSWORD).token();
    }

    private static ImportClient client() {
        return server.client(REALM);
    }
}
