// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.CommitBlocker;
import io.keylift.it.imports.support.CrashTestServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.KillMoment;
import io.keylift.it.imports.support.Ledger;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.OnCrashTestServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TenantUsers;
import io.keylift.it.soak.Soak;
import io.keylift.it.tenant.SampleTenant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
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
    private static final int PERSONS = CHUNKS * (Soak.size("persons", 2_000, 400_000) / CHUNKS);
    private static final int CHUNK_SIZE = PERSONS / CHUNKS;

    private static final int KILLS = Soak.size("kills", 2, KillMoment.Point.values().length);

    /** Another seed, other moments. */
    private static final long SEED = Soak.seed(26);

    private static final SampleTenant TENANT = new SampleTenant(SEED, ORGANIZATIONS, PERSONS);

    private static final String WHOLE_JOB = "whole";
    private static final String WHOLE_PATH = "?job=" + WHOLE_JOB + "&chunkSize=4";
    private static final String OF_REALM = " where %s.realm_id = (select id from realm where name = ?)";
    private static final int ROLES = 12;
    private static final int GROUPS = 8;
    private static final int USERS = 40;

    /** The first is one of roles, which are committed before the groups and the users. */
    private static final List<Integer> KILLED_CHUNKS = KILLS > 3 ? List.of(2, 5, 9, 13) : List.of(9);

    /** Each role has the next one, each group a role, and each user a group. */
    private static final String WHOLE = IntStream.range(0, ROLES)
                    .mapToObj(i -> line(
                            "roles",
                            "{\"name\":\"role-" + i + "\""
                                    + (i + 1 < ROLES
                                            ? ",\"composites\":{\"realm\":[\"role-" + (i + 1) + "\"]}}"
                                            : "}")))
                    .collect(Collectors.joining())
            + IntStream.range(0, GROUPS)
                    .mapToObj(
                            i -> line("groups", "{\"path\":\"/group-" + i + "\",\"realmRoles\":[\"role-" + i + "\"]}"))
                    .collect(Collectors.joining())
            + IntStream.range(0, USERS)
                    .mapToObj(i -> line(
                            "users", "{\"username\":\"user-" + i + "\",\"groups\":[\"/group-" + i % GROUPS + "\"]}"))
                    .collect(Collectors.joining());

    private static final List<WholeRealm> WHOLE_REALMS = List.of(
            new WholeRealm("whole-of-lines", ImportClient.NDJSON, WHOLE.getBytes(StandardCharsets.UTF_8)),
            new WholeRealm("whole-of-an-archive", "application/zip", archive()));

    private static CrashTestServer server;

    /** The content of a realm, and a realm that it is imported into. */
    private record WholeRealm(String name, String type, byte[] body) {

        LiveImport open() throws IOException {
            LiveImport live = server.client(name).open(WHOLE_PATH, Map.of("Content-Type", type));
            live.sendInBackground(out -> out.write(body));
            return live;
        }

        Map<String, Long> objects(Sql sql) {
            return Map.of(
                    "roles", count(sql, "keycloak_role", "name like 'role-%'"),
                    "groups", count(sql, "keycloak_group", "name like 'group-%'"),
                    "users", count(sql, "user_entity", "username like 'user-%'"));
        }

        private long count(Sql sql, String table, String condition) {
            return sql.number(
                    "select count(*) from " + table + " t" + OF_REALM.formatted("t") + " and t." + condition, name);
        }
    }

    @BeforeAll
    static void start(CrashTestServer crashTestServer) throws IOException {
        server = crashTestServer;
        TestRealms.createForTenant(client().admin(), REALM);
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

    /**
     * Several kinds, whose roles wait for later ones: into one realm as lines, and into another one as an archive of
     * Keycloak's documents. The server dies in the same chunk of both.
     */
    @Test
    @Timeout(900)
    void law2_anImportOfAWholeRealmLosesNothingAndImportsNothingTwice() throws IOException {
        server.ensureRunning();
        WHOLE_REALMS.forEach(
                realm -> TestRealms.createForTenant(server.client(realm.name()).admin(), realm.name()));
        try (Sql sql = new Sql(server.database());
                CommitBlocker blocker = new CommitBlocker(server.database())) {
            for (int chunk : KILLED_CHUNKS) {
                killIn(chunk, blocker);
                CrashTestServer.awaitEndOfTransactions(sql);
                for (WholeRealm realm : WHOLE_REALMS) {
                    Ledger ledger = new Ledger(sql, realm.name(), WHOLE_JOB);
                    assertThat(ledger.chunks()).doesNotContain(chunk);
                    assertThat(realm.objects(sql).values().stream()
                                    .mapToLong(count -> count)
                                    .sum())
                            .as("objects of %s after the server died in chunk %d", realm.name(), chunk)
                            .isEqualTo(ledger.sum("added"))
                            .isPositive();
                }
                server.ensureRunning();
            }
            for (WholeRealm realm : WHOLE_REALMS) {
                assertImported(realm, sql);
            }
        }
        WHOLE_REALMS.forEach(realm -> server.client(realm.name()).admin().delete("/admin/realms/" + realm.name()));
    }

    private static void killIn(int chunk, CommitBlocker blocker) throws IOException {
        WholeRealm lines = WHOLE_REALMS.get(0);
        WholeRealm archive = WHOLE_REALMS.get(1);
        blocker.block(WHOLE_JOB, chunk);
        try (LiveImport ofLines = lines.open();
                LiveImport ofArchive = archive.open()) {
            blocker.awaitWaiting(WHOLE_REALMS.size());
            server.keycloak().kill();
            ofLines.answer();
            ofArchive.answer();
        } finally {
            blocker.release();
        }
    }

    private static void assertImported(WholeRealm realm, Sql sql) throws IOException {
        ImportAnswer answer = server.client(realm.name()).post(WHOLE_PATH, realm.type(), realm.body());

        assertThat(answer.addsUp().rejects()).isEmpty();
        assertThat(answer.end()).isEqualTo("COMPLETED");
        assertThat(answer.count("added")).isEqualTo(ROLES + GROUPS + USERS);
        assertThat(new Ledger(sql, realm.name(), WHOLE_JOB).sum("added")).isEqualTo(ROLES + GROUPS + USERS);
        assertThat(realm.objects(sql))
                .isEqualTo(Map.of("roles", (long) ROLES, "groups", (long) GROUPS, "users", (long) USERS));
        assertThat(sql.strings(
                        "select concat(u.username, ' ', g.name, ' ', r.name, ' ', next.name) from user_entity u"
                                + " join user_group_membership m on m.user_id = u.id"
                                + " join keycloak_group g on g.id = m.group_id"
                                + " join group_role_mapping gr on gr.group_id = g.id"
                                + " join keycloak_role r on r.id = gr.role_id"
                                + " join composite_role c on c.composite = r.id"
                                + " join keycloak_role next on next.id = c.child_role"
                                + OF_REALM.formatted("u"),
                        realm.name()))
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, USERS)
                        .mapToObj(i ->
                                "user-%d group-%d role-%d role-%d".formatted(i, i % GROUPS, i % GROUPS, i % GROUPS + 1))
                        .toList());
        assertThat(server.client(realm.name()).job(WHOLE_JOB).path("run").asInt())
                .isEqualTo(KILLED_CHUNKS.size() + 1);
    }

    /** The objects in the form of {@code kc.sh export --dir}. */
    private static byte[] archive() {
        Map<String, List<String>> records = WHOLE.lines()
                .map(AdminHttp::parse)
                .collect(Collectors.groupingBy(
                        line -> line.get("kind").asText(),
                        Collectors.mapping(
                                line -> line.get("record").toString().replace("\"path\":\"/", "\"name\":\""),
                                Collectors.toList())));
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(body)) {
            zip.putNextEntry(new ZipEntry("export/old-users-0.json"));
            zip.write(("{\"realm\":\"old\",\"users\":" + records.get("users") + "}").getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("export/old-realm.json"));
            zip.write(("{\"realm\":\"old\",\"groups\":" + records.get("groups") + ",\"roles\":{\"realm\":"
                            + records.get("roles") + "}}")
                    .getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return body.toByteArray();
    }

    private static String line(String kind, String record) {
        return "{\"kind\":\"" + kind + "\",\"record\":" + record + "}\n";
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
