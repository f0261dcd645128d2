// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What must be unique, and no constraint of the database keeps so, between two jobs that write it at the same moment. */
@OnSharedServer
class BetweenJobsIT {

    private static final String REALM = "between-jobs";
    private static final String PROFILE = "/admin/realms/" + REALM + "/users/profile";
    private static final int HELD = 77_001;

    /** Holds up the commit of the chunk that the test names. */
    private static final String TRIGGER = """
            create table between_jobs (uid text, chunk int);
            create function between_jobs() returns trigger language plpgsql as $$ begin
              if exists (select 1 from between_jobs b where b.uid = new.job_uid and b.chunk = new.chunk) then
                perform pg_advisory_xact_lock(%d);
              end if;
              return new;
            end $$;
            create trigger between_jobs before insert on keylift_import_chunk for each row execute function between_jobs()
            """.formatted(HELD);

    private static final String WAITING =
            "select count(*) from pg_locks where locktype = 'advisory' and not granted and objid = " + HELD;

    /** Only jobs of this class lock names: others of the same server are over in a moment. */
    private static final String WAITING_FOR_NAMES =
            "select count(*) from pg_locks where locktype = 'advisory' and not granted and objsubid = 2";

    private static ImportClient client;

    @AutoClose
    private static Sql sql;

    @AutoClose
    private static Sql holder;

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
        holder = new Sql(server.database());
        sql.unprepared(TRIGGER);
    }

    @AfterAll
    static void end() {
        sql.unprepared("drop trigger between_jobs on keylift_import_chunk; drop function between_jobs();"
                + " drop table between_jobs");
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
    void exactlyOneOfTwoJobsGetsIt(String kind, boolean bothBegun, String one, String other) throws IOException {
        String job = UUID.randomUUID().toString();
        try (LiveImport first = client.open(path(kind, job + "-1"));
                LiveImport second = client.open(path(kind, job + "-2"))) {
            first.send(harmless(kind, job + "-1")).awaitChunks(1);
            if (bothBegun) {
                second.send(harmless(kind, job + "-2")).awaitChunks(1);
            }
            hold(job + "-1");
            first.send(one + "\n");
            await().until(() -> sql.number(WAITING) > 0);

            second.send(other + "\n");
            int last = bothBegun ? 2 : 1;
            await().until(() -> sql.number(WAITING_FOR_NAMES) > 0 || second.chunks() == last);
            holder.rollback();

            ImportAnswer winner = first.finish();
            ImportAnswer loser = second.finish();
            assertThat(winner.addsUp().count("added")).isEqualTo(2);
            assertThat(loser.addsUp().count("added")).isEqualTo(last - 1);
            assertThat(loser.rejects())
                    .singleElement()
                    .satisfies(
                            reject -> assertThat(reject.path("code").asText()).isEqualTo("conflict"));
        }
    }

    private static String path(String kind, String job) {
        return kind + "?chunkSize=1&job=" + job;
    }

    private static String harmless(String kind, String name) {
        return "{\"" + (kind.equals("users") ? "username" : "name") + "\":\"" + name + "\"}\n";
    }

    /** The second chunk of a job waits before it commits, until {@link #holder} ends its transaction. */
    private static void hold(String job) {
        sql.execute("insert into between_jobs select j.uid, 2 from keylift_import_job j where j.job_id = ?", job);
        holder.begin();
        holder.execute("select pg_advisory_xact_lock(" + HELD + ")");
    }
}
