// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.CommitBlocker;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Law 2: a name that one record gives up is available to later records and not to earlier ones, as in a serial import,
 * however many chunks are in flight.
 */
@OnSharedServer
class GivenUpNamesIT {

    private static final String REALM = "given-up";

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
        sql = new Sql(server.database());
        commitBlocker = new CommitBlocker(server.database());
    }

    /**
     * A stored object, a record that gives up one of its names, a record that takes this name, and the outcome of the
     * latter.
     */
    enum Name {
        EMAIL(
                "users",
                "{'username':'giver-%s','email':'x@%s.example'}",
                "{'username':'giver-%s','email':'y@%s.example'}",
                "{'username':'taker-%s','email':'x@%s.example'}",
                "conflict /email"),
        EMAIL_AS_USERNAME(
                "users",
                "{'username':'former-%s','email':'x@%s.example'}",
                "{'username':'former-%s','email':'y@%s.example'}",
                "{'username':'x@%s.example'}",
                "conflict /username"),
        IDENTITY(
                "users",
                "{'username':'linked-%s',"
                        + "'federatedIdentities':[{'identityProvider':'elsewhere','userId':'%s','userName':'x'}]}",
                "{'username':'linked-%s','federatedIdentities':[]}",
                "{'username':'linking-%s',"
                        + "'federatedIdentities':[{'identityProvider':'elsewhere','userId':'%s','userName':'x'}]}",
                "conflict /federatedIdentities/0"),
        ORGANIZATION_NAME(
                "organizations",
                "{'name':'Old %s','alias':'named-%s'}",
                "{'name':'New %s','alias':'named-%s'}",
                "{'name':'Old %s','alias':'naming-%s'}",
                "conflict /name"),
        DOMAIN(
                "organizations",
                "{'name':'owner %s','alias':'owner-%s','domains':['%s.example']}",
                "{'name':'owner %s','alias':'owner-%s','domains':[]}",
                "{'name':'heir %s','alias':'heir-%s','domains':['%s.example']}",
                "conflict /domains/0/name"),
        PLACE(
                "groups",
                "{'id':'moving-%s','path':'/old %s'}",
                "{'id':'moving-%s','path':'/new %s'}",
                "{'path':'/old %s','attributes':{'who':['taker']}}",
                "updated");

        private final String kind;
        private final String before;
        private final String giver;
        private final String taker;
        private final String earlier;

        Name(String kind, String before, String giver, String taker, String earlier) {
            this.kind = kind;
            this.before = before;
            this.giver = giver;
            this.taker = taker;
            this.earlier = earlier;
        }

        /** A record of the kind that has nothing to do with others. */
        String other(String name) {
            return switch (kind) {
                case "users" -> "{'username':'" + name + "'}";
                case "organizations" -> "{'name':'" + name + "'}";
                default -> "{'path':'/" + name + "'}";
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void law2_aNameThatAnEarlierRecordGivesUpIsFree(Name name) throws IOException {
        String run = prepare(name);

        ImportAnswer answer = hold(name, run, 1, List.of(name.giver, name.taker));

        assertThat(answer.addsUp().outcomes().values()).containsExactly("updated", "added");
    }

    /** The second chunk has a record in common with the first, and waits for it. */
    @ParameterizedTest
    @EnumSource
    void law2_aNameThatALaterRecordGivesUpIsNot(Name name) throws IOException {
        String run = prepare(name);
        String held = name.other("held-" + run);

        ImportAnswer answer = hold(
                name,
                run,
                2,
                List.of(held, name.other("one-" + run), held, name.taker, name.giver, name.other("two-" + run)));

        assertThat(answer.addsUp().outcomes().values())
                .containsExactly("added", "added", "skipped", name.earlier, "updated", "added");
    }

    private static String prepare(Name name) throws IOException {
        String run = UUID.randomUUID().toString().substring(0, 8);
        assertThat(client.post(name.kind, List.of(json(name.before, run)))
                        .addsUp()
                        .count("added"))
                .isEqualTo(1);
        return run;
    }

    /** Sends records of which the first chunk cannot commit before all others have had the time to. */
    private static ImportAnswer hold(Name name, String run, int chunkSize, List<String> records) throws IOException {
        commitBlocker.block(run, 1);
        String path =
                name.kind + "?ifExists=overwrite&results=all&parallelism=3&chunkSize=" + chunkSize + "&job=" + run;
        try (LiveImport live = client.open(path)) {
            try {
                for (String record : records) {
                    live.send(json(record, run) + "\n");
                }
                commitBlocker.awaitWaiting();
                await().during(Duration.ofMillis(500)).until(() -> committed(run) == 0);
            } finally {
                commitBlocker.release();
            }
            return live.finish();
        }
    }

    private static long committed(String job) {
        return sql.number(
                "select count(*) from keylift_import_chunk c join keylift_import_job j on j.uid = c.job_uid"
                        + " where j.job_id = ?",
                job);
    }

    private static String json(String record, String run) {
        return record.replace("'", "\"").replace("%s", run);
    }
}
