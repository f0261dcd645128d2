// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.CommitBlocker;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys that no database constraint keeps unique, written by two concurrent jobs. */
@OnSharedServer
class BetweenJobsIT {

    private static final String REALM = "between-jobs";
    private static final String PROFILE = "/admin/realms/" + REALM + "/users/profile";

    /** Only jobs of this class wait for these locks. */
    private static final String WAITING_FOR_KEYS =
            "select count(*) from pg_locks where locktype = 'advisory' and not granted and objsubid = 2";

    private static ImportClient client;

    @AutoClose
    private static Sql sql;

    @AutoClose
    private static CommitBlocker commitBlocker;

    @BeforeAll
    static void realm(SharedServer server) {
        client = ImportClient.inNewRealm(server, REALM);
        client.admin()
                .post(
                        "/admin/realms/" + REALM + "/identity-provider/instances",
                        Map.of("alias", "elsewhere", "providerId", "oidc", "enabled", true));
        ObjectNode profile = (ObjectNode) client.admin().get(PROFILE);
        profile.put("unmanagedAttributePolicy", "ENABLED");
        client.admin().put(PROFILE, profile);
        sql = new Sql(server.database());
        commitBlocker = new CommitBlocker(server.database());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            organizations | false | {"name":"a1","domains":["one.example"]} | {"name":"b1","domains":["one.example"]}
            organizations | true  | {"name":"a2","domains":["two.example"]} | {"name":"b2","domains":["two.example"]}
            users         | false | {"username":"carol","federatedIdentities":[{"identityProvider":"elsewhere","userId":"1","userName":"x"}]} | {"username":"david","federatedIdentities":[{"identityProvider":"elsewhere","userId":"1","userName":"x"}]}
            users         | true  | {"username":"erika","attributes":{"did":["did:1"]}} | {"username":"frank","attributes":{"did":["did:1"]}}
            users         | false | {"username":"g@x.example"} | {"username":"hanna","email":"g@x.example"}
            users         | true  | {"username":"irene","email":"j@x.example"} | {"username":"j@x.example"}
            """)
    void whoCommitsFirstGetsItAlone(String kind, boolean bothBegun, String one, String other) throws IOException {
        String job = UUID.randomUUID().toString();
        try (LiveImport first = client.open(path(kind, job + "-1"));
                LiveImport second = client.open(path(kind, job + "-2"))) {
            first.send(harmless(kind, job + "-1")).awaitChunks(1);
            if (bothBegun) {
                second.send(harmless(kind, job + "-2")).awaitChunks(1);
            }
            commitBlocker.block(job + "-1", 2);
            first.send(one + "\n");
            commitBlocker.awaitWaiting();

            second.send(other + "\n");
            int last = bothBegun ? 2 : 1;
            await().until(() -> sql.number(WAITING_FOR_KEYS) > 0 || second.chunks() == last);
            commitBlocker.release();

            ImportAnswer ofFirst = first.finish();
            ImportAnswer ofSecond = second.finish();
            ImportAnswer winner = bothBegun ? ofSecond : ofFirst;
            ImportAnswer loser = bothBegun ? ofFirst : ofSecond;
            assertThat(winner.addsUp().rejects()).isEmpty();
            assertThat(loser.addsUp().rejects())
                    .singleElement()
                    .satisfies(
                            reject -> assertThat(reject.path("code").asText()).isEqualTo("conflict"));
        }
    }

    @Test
    void keysNotedOfChunksAreBounded() throws IOException {
        String job = UUID.randomUUID().toString();
        try (LiveImport idle = client.open(path("users", job + "-1"));
                LiveImport busy = client.open(path("users", job + "-2"))) {
            idle.send(harmless("users", job + "-1")).awaitChunks(1);
            int chunks = 0;
            long kept = 0;
            long before;
            do {
                chunks++;
                busy.send("{\"username\":\"bound-%1$d\",\"email\":\"bound-%1$d@x.example\"}\n".formatted(chunks))
                        .awaitChunks(chunks);
                before = kept;
                kept = sql.number("select count(*) from keylift_import_chunk_keys");
            } while (kept >= before && chunks < 600);
            assertThat(before).isPositive();
            assertThat(kept).isLessThan(before);
            busy.finish();
            idle.finish();
        }
    }

    private static String path(String kind, String job) {
        return kind + "?chunkSize=1&job=" + job;
    }

    private static String harmless(String kind, String name) {
        return "{\"" + (kind.equals("users") ? "username" : "name") + "\":\"" + name + "\"}\n";
    }
}
