// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.imports.support.CrashTestServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.KillMoment;
import io.keylift.it.imports.support.KillMoment.Point;
import io.keylift.it.imports.support.Ledger;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.OnCrashTestServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TenantUsers;
import io.keylift.it.imports.support.UserRecords;
import io.keylift.it.soak.Soak;
import io.keylift.it.tenant.SampleTenant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Law 2 for removals: Keycloak is killed in the middle of one. */
@Tag("soak-removed-exactly-once")
@SecondTier
@OnCrashTestServer
class RemovalExactlyOnceIT {

    private static final String REALM = "removed-exactly-once";
    private static final String JOB = "leaving";
    private static final int CHUNKS = 20;
    private static final int PERSONS = CHUNKS * (Soak.size("persons", 2_000, 200_000) / CHUNKS);
    private static final int STAYING = 500;
    private static final long SEED = Soak.seed(3);
    private static final String PATH = "users?op=remove&job=" + JOB + "&chunkSize=" + PERSONS / CHUNKS;

    private static final SampleTenant LEAVERS = new SampleTenant(SEED, 20, PERSONS);

    /** The persons to remove, and more who stay. */
    private static final SampleTenant ALL = new SampleTenant(SEED, 20, PERSONS + STAYING);

    private static final List<KillMoment> MOMENTS = List.of(
                    new KillMoment(Point.IN_ATTRIBUTES, 2, "1"),
                    new KillMoment(Point.IN_LEDGER, 5, "auto"),
                    new KillMoment(Point.REPORTED, 9, "2"),
                    new KillMoment(Point.IN_MEMBERSHIPS, 13, "4"),
                    new KillMoment(Point.ENDING, CHUNKS, "auto"))
            .subList(0, Soak.size("kills", 1, 5));

    private static final String OBJECTS_REALM = "removed-objects-exactly-once";

    private static final String MIRRORED_REALM = "mirrored-exactly-once";
    private static final int MIRRORED = 60;
    private static final int NAMED = 20;

    /** Kinds whose objects Keycloak's own methods remove one by one, and the field with their name. */
    private static final Map<String, String> OBJECTS = Map.of("roles", "name", "groups", "path", "clients", "clientId");

    private static final int OBJECTS_OF_CHUNK = 3;
    private static final int HOLDERS = 20;

    /** Names what each user of the realm has beforehand. */
    private static final List<String> HOLD = List.of(
            "insert into user_role_mapping (user_id, role_id) select u.id, o.id from keycloak_role o <users>",
            "insert into user_group_membership (user_id, group_id, membership_type)"
                    + " select u.id, o.id, 'UNMANAGED' from keycloak_group o <users>");

    private static CrashTestServer server;

    @BeforeAll
    static void start(CrashTestServer crashTestServer) throws IOException {
        server = crashTestServer;
        TestRealms.createForTenant(server.client(REALM).admin(), REALM);
        server.client(REALM).post("organizations", ImportClient.NDJSON, ALL::writeOrganizations);
        assertThat(server.client(REALM)
                        .post("users", ImportClient.NDJSON, ALL::writePersons)
                        .count("added"))
                .isEqualTo(PERSONS + STAYING);
    }

    @Test
    @Timeout(900)
    void law2_whoIsRemovedIsCountedOnce_whateverTheMomentOfTheServersDeath() throws IOException {
        server.ensureRunning();
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

    /** Three jobs at one time, each of which has written the rows of a chunk and not its line of the ledger. */
    @Test
    @Timeout(900)
    void law2_rolesGroupsAndClientsAreRemovedOnce_whateverTheServersDeathInterrupts() throws IOException {
        server.ensureRunning();
        ImportClient client = server.client(OBJECTS_REALM);
        TestRealms.createForTenant(client.admin(), OBJECTS_REALM);
        client.post("users", UserRecords.users("holder", 1, HOLDERS));
        for (String kind : OBJECTS.keySet()) {
            assertThat(client.post(kind, objects(kind)).count("added")).isEqualTo(CHUNKS * OBJECTS_OF_CHUNK);
        }
        try (Sql sql = new Sql(server.database())) {
            HOLD.forEach(insert -> sql.execute(insert.replace(
                    "<users>",
                    "join user_entity u on u.realm_id = o.realm_id join realm r on r.id = u.realm_id"
                            + " where r.name = '" + OBJECTS_REALM + "' and o.name like 'going-%'"
                            + " and u.username like 'holder-%'")));
            try (LiveImport groups = client.open(objectsPath("groups"));
                    LiveImport clients = client.open(objectsPath("clients"))) {
                for (LiveImport live : List.of(groups, clients)) {
                    live.sendInBackground(
                            out -> out.write(ImportClient.lines(objects(live == groups ? "groups" : "clients"))
                                    .getBytes(StandardCharsets.UTF_8)));
                }
                server.killAt(
                        new KillMoment(Point.IN_LEDGER, 3, "1"),
                        new Ledger(sql, OBJECTS_REALM, "roles"),
                        client,
                        objectsPath("roles"),
                        out -> out.write(ImportClient.lines(objects("roles")).getBytes(StandardCharsets.UTF_8)));
            }
            CrashTestServer.awaitEndOfTransactions(sql);
            assertObjects(sql);
            assertThat(OBJECTS.keySet().stream().mapToLong(kind -> new Ledger(sql, OBJECTS_REALM, kind).chunkCount()))
                    .as("chunks of each job before the kill")
                    .isNotEmpty()
                    .allMatch(chunks -> chunks < CHUNKS);
            server.ensureRunning();
            for (String kind : OBJECTS.keySet()) {
                ImportAnswer answer = server.client(OBJECTS_REALM).post(objectsPath(kind), objects(kind));

                assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
                assertThat(answer.count("removed")).as(kind).isEqualTo(CHUNKS * OBJECTS_OF_CHUNK);
                new Ledger(sql, OBJECTS_REALM, kind).assertComplete(CHUNKS, CHUNKS * OBJECTS_OF_CHUNK);
                assertThat(server.client(OBJECTS_REALM).job(kind).path("run").asInt())
                        .as(kind)
                        .isEqualTo(2);
            }
            assertObjects(sql);
        }
    }

    /** The server dies in the middle of what the mirror removes once its input is imported. */
    @Test
    @Timeout(900)
    void law2_whatNoRecordOfAMirrorNamesIsRemovedOnce_whateverTheServersDeathInterrupts() throws IOException {
        server.ensureRunning();
        TestRealms.createForTenant(server.client(MIRRORED_REALM).admin(), MIRRORED_REALM);
        server.client(MIRRORED_REALM).post("users", UserRecords.users("mirrored", 1, MIRRORED));
        List<String> named = UserRecords.users("mirrored", 1, NAMED);
        String path = "users?op=mirror&scope=realm&maxRemovals=100&job=mirror&chunkSize=5";
        try (Sql sql = new Sql(server.database())) {
            Ledger ledger = new Ledger(sql, MIRRORED_REALM, "mirror");
            TenantUsers users = new TenantUsers(sql, MIRRORED_REALM, LEAVERS);
            server.killAt(
                    new KillMoment(Point.IN_LEDGER, NAMED / 5 + 3, "1"),
                    ledger,
                    server.client(MIRRORED_REALM),
                    path,
                    out -> out.write(ImportClient.lines(named).getBytes(StandardCharsets.UTF_8)));
            CrashTestServer.awaitEndOfTransactions(sql);
            long removed = ledger.sum("removed");
            assertThat(removed).isBetween(1L, MIRRORED - NAMED - 1L);
            assertThat(users.count() + removed).isEqualTo(MIRRORED);
            server.ensureRunning();

            ImportAnswer answer = server.client(MIRRORED_REALM).post(path, named);

            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.count("removed")).isEqualTo(MIRRORED - NAMED);
            assertThat(answer.ofType("record").stream().map(line -> line.get("key")))
                    .doesNotHaveDuplicates()
                    .hasSize(MIRRORED - NAMED);
            assertThat(ledger.sum("removed")).isEqualTo(MIRRORED - NAMED);
            assertThat(users.count()).isEqualTo(NAMED);
        }
    }

    private static String objectsPath(String kind) {
        return kind + "?op=remove&parallelism=1&job=" + kind + "&chunkSize=" + OBJECTS_OF_CHUNK;
    }

    /** Each client has a service account. */
    private static List<String> objects(String kind) {
        String more = kind.equals("clients") ? ",\"publicClient\":false,\"serviceAccountsEnabled\":true" : "";
        return IntStream.range(0, CHUNKS * OBJECTS_OF_CHUNK)
                .mapToObj(i -> "{\"" + OBJECTS.get(kind) + "\":\"" + (kind.equals("groups") ? "/" : "") + "going-" + i
                        + "\"" + more + "}")
                .toList();
    }

    /**
     * Asserts that the remaining objects and the counts of the ledgers add up, and that these objects have all
     * dependents.
     */
    private static void assertObjects(Sql sql) {
        Map<String, Long> left = new HashMap<>();
        for (Map.Entry<String, String> table : Map.of(
                        "roles", "keycloak_role o where o.name",
                        "groups", "keycloak_group o where o.name",
                        "clients", "client o where o.client_id")
                .entrySet()) {
            String kind = table.getKey();
            left.put(
                    kind,
                    sql.number(
                            "select count(*) from " + table.getValue()
                                    + " like 'going-%' and o.realm_id = (select id from realm where name = ?)",
                            OBJECTS_REALM));
            assertThat(left.get(kind) + new Ledger(sql, OBJECTS_REALM, kind).sum("removed"))
                    .as("%s that are left and that are removed", kind)
                    .isEqualTo(CHUNKS * OBJECTS_OF_CHUNK);
        }
        String ofHolders = " m join user_entity u on u.id = m.user_id join realm r on r.id = u.realm_id"
                + " where u.username like 'holder-%' and r.name = ?";
        assertThat(sql.number("select count(*) from user_role_mapping" + ofHolders, OBJECTS_REALM))
                .as("role mappings, the default role included")
                .isEqualTo(HOLDERS * (left.get("roles") + 1));
        assertThat(sql.number("select count(*) from user_group_membership" + ofHolders, OBJECTS_REALM))
                .isEqualTo(HOLDERS * left.get("groups"));
        assertThat(new TenantUsers(sql, OBJECTS_REALM, LEAVERS).count())
                .as("users, the service accounts included")
                .isEqualTo(HOLDERS + left.get("clients"));
    }
}
