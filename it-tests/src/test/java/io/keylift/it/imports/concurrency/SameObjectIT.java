// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.ExampleContract;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.support.CommitBlocker;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TableBlocker;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A job that changes an object which another job or a call of the Admin API is changing or removing: the job finds the
 * object as it is after that, as a later job would.
 */
@OnTunedServer
class SameObjectIT {

    /** Transactions that wait for another one, except those that the test makes wait. */
    private static final String WAITING = "select count(*) from pg_locks where not granted"
            + " and not (locktype = 'advisory' and objid in (" + CommitBlocker.LOCK + ", " + TableBlocker.LOCK + "))";

    /** Kinds whose removal takes away a row of the object, and not the object of that the job locks. */
    private static final Set<String> EDGES = Set.of("organization-members", "role-mappings", "scope-mappings");

    /** Kinds whose contract overwrites an object by one call, so that nothing can come in between. */
    private static final Set<String> BY_ONE_CALL = Set.of(
            "capabilities",
            "capability-sets",
            "organizations",
            "permissions",
            "policies",
            "resources",
            "role-capabilities",
            "scopes",
            "user-capabilities");

    /** Kinds whose chunks wait for commits of other jobs, because no constraint protects all of their names. */
    private static final Set<String> IN_TURN = Set.of("organizations", "users");

    private static final KindRealms REALMS = new KindRealms("same-object", Map.of());
    private static final AtomicInteger NUMBERS = new AtomicInteger(700);

    @AutoClose
    private static Sql sql;

    @AutoClose
    private static CommitBlocker blocker;

    @AutoClose
    private static TableBlocker calls;

    @BeforeAll
    static void blockers(TunedServer server) {
        sql = new Sql(server.database());
        blocker = new CommitBlocker(server.database());
        calls = new TableBlocker(server.database());
    }

    /** This server does not have the kind of the example. */
    static Stream<Named<KindContract>> changeable() {
        return Contracts.named().stream()
                .filter(kind -> kind.getPayload().isChangeable())
                .filter(kind -> !kind.getPayload().kind().equals(new ExampleContract().kind()));
    }

    static Stream<Named<KindContract>> removable() {
        return changeable().filter(kind -> kind.getPayload().isRemovable());
    }

    static Stream<Named<KindContract>> unordered() {
        return changeable().filter(kind -> !IN_TURN.contains(kind.getPayload().kind()));
    }

    static Stream<Arguments> calls() {
        return Stream.concat(
                removable()
                        .filter(kind -> !EDGES.contains(kind.getPayload().kind()))
                        .map(kind -> Arguments.of(kind, Call.REMOVES)),
                changeable()
                        .filter(kind -> BY_ONE_CALL.contains(kind.getPayload().kind()))
                        .map(kind -> Arguments.of(kind, Call.CHANGES)));
    }

    /** A call of the Admin API, or of Keylift where the Admin API has none. */
    enum Call {
        REMOVES,
        CHANGES;

        HttpResponse<String> send(KindContract kind, TwinRealm realm, ObjectNode record) {
            return this == REMOVES ? kind.remove(realm, record) : kind.overwrite(realm, kind.changed(record, 1));
        }

        String outcomeOfTheJob(KindContract kind) {
            return this == REMOVES ? kind.outcomeOfNew() : "updated";
        }
    }

    @ParameterizedTest
    @MethodSource("changeable")
    void law13_twoJobsThatOverwriteTheSameObject(KindContract kind, TunedServer server) throws IOException {
        TwinRealm realm = REALMS.of(server.admin(), kind);
        ObjectNode record = added(kind, realm);
        Job first = new Job(realm, kind.kind() + "?ifExists=overwrite", kind.changed(record, 1));
        Job second = new Job(realm, kind.kind() + "?ifExists=overwrite", kind.changed(record, 2));

        besideEachOther(first, second);

        assertThat(first.answer.rejects()).isEmpty();
        assertThat(second.answer.rejects()).isEmpty();
        // A job that found nothing to change came first.
        int last = second.answer.count("skipped") == 1 ? 1 : 2;
        assertIsAs(kind, realm, kind.changed(record, last));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        roles | {'name':'@'} | {'name':'@','attributes':{'a':['1']}} | {'name':'@','attributes':{'b':['2']}}
        groups | {'path':'/@'} | {'path':'/@','attributes':{'a':['1']}} | {'path':'/@','realmRoles':['offline_access']}
        organizations | {'name':'@'} | {'name':'@','attributes':{'a':['1']}} | {'name':'@','domains':['@.example']}
        client-scopes | {'name':'@','protocol':'openid-connect'} | {'name':'@','attributes':{'a':'1'}} | {'name':'@','attributes':{'b':'2'}}
        clients | {'clientId':'@'} | {'clientId':'@','attributes':{'a':'1'}} | {'clientId':'@','redirectUris':['https://r.example/*']}
        users | {'username':'@'} | {'username':'@','firstName':'A'} | {'username':'@','lastName':'B'}
        """)
    void law13_twoJobsThatMergeDifferentParts(String kind, String record, String one, String other, TunedServer server)
            throws IOException {
        TwinRealm realm = REALMS.of(server.admin(), contract(kind));
        String name = "m" + UUID.randomUUID().toString().substring(0, 8);
        assertThat(realm.imports().post(kind, json(record, name)).rejects()).isEmpty();
        Job first = new Job(realm, kind + "?ifExists=merge", json(one, name));
        Job second = new Job(realm, kind + "?ifExists=merge", json(other, name));

        besideEachOther(first, second);

        for (Job job : List.of(first, second)) {
            assertThat(job.answer.count("updated")).as("%s", job.answer.lines()).isEqualTo(1);
            ImportAnswer again = realm.imports().post(kind + "?ifExists=merge", job.body);
            assertThat(again.count("skipped")).as("%s", again.lines()).isEqualTo(1);
        }
    }

    /** Each gives a whole selection, and adds a row of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"role-capabilities", "user-capabilities"})
    void law13_twoJobsThatSetTheSameCapabilities(String kind, TunedServer server) throws IOException {
        KindContract contract = contract(kind);
        TwinRealm realm = REALMS.of(server.admin(), contract);
        ObjectNode none = added(contract, realm).without("add");
        none.putArray("set");
        assertThat(realm.imports().post(kind, Records.lines(List.of(none))).rejects())
                .isEmpty();
        List<ObjectNode> sets = Stream.of("base.edit", "base.print")
                .map(name ->
                        (ObjectNode) none.deepCopy().set("set", none.arrayNode().add(name)))
                .toList();

        besideEachOther(
                new Job(realm, kind + "?results=all", sets.get(0)), new Job(realm, kind + "?results=all", sets.get(1)));

        assertIsAs(contract, realm, sets.get(1));
    }

    @ParameterizedTest
    @MethodSource("removable")
    void law13_whatAJobRemovesMeanwhileIsAdded(KindContract kind, TunedServer server) throws IOException {
        TwinRealm realm = REALMS.of(server.admin(), kind);
        ObjectNode record = added(kind, realm);
        ObjectNode changed = kind.changed(record, 1);
        Job removal = new Job(realm, kind.kind() + "?op=remove", record);
        Job overwrite = new Job(realm, kind.kind() + "?ifExists=overwrite", changed);

        besideEachOther(removal, overwrite);

        assertThat(removal.answer.count("removed")).isEqualTo(1);
        assertThat(overwrite.answer.count(kind.outcomeOfNew()))
                .as("%s", overwrite.answer.lines())
                .isEqualTo(1);
        assertIsAs(kind, realm, changed);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void law13_aJobThatOverwritesWhatACallRemovesOrChanges(KindContract kind, Call call, TunedServer server)
            throws Exception {
        TwinRealm realm = REALMS.of(server.admin(), kind);
        ObjectNode record = added(kind, realm);
        ObjectNode changed = kind.changed(record, 2);
        Job overwrite = new Job(realm, kind.kind() + "?ifExists=overwrite", changed);

        HttpResponse<String> answer = besideACall(kind, () -> call.send(kind, realm, record), overwrite);

        assertThat(answer.statusCode()).as("%s", answer.body()).isBetween(200, 299);
        assertThat(overwrite.answer.count(call.outcomeOfTheJob(kind)))
                .as("%s", overwrite.answer.lines())
                .isEqualTo(1);
        assertIsAs(kind, realm, changed);
    }

    @ParameterizedTest
    @MethodSource("unordered")
    void law13_aJobThatChangesNothingDoesNotWait(KindContract kind, TunedServer server) throws IOException {
        TwinRealm realm = REALMS.of(server.admin(), kind);
        ObjectNode record = added(kind, realm);
        Job change = new Job(realm, kind.kind() + "?ifExists=overwrite", kind.changed(record, 1));
        List<Job> idle = List.of(
                new Job(realm, kind.kind() + "?ifExists=overwrite", record),
                new Job(realm, kind.kind() + "?ifExists=overwrite&dryRun=true", kind.changed(record, 1)));

        blocker.block(change.id, 1);
        try (LiveImport one = change.open()) {
            blocker.awaitWaiting();
            try {
                for (Job job : idle) {
                    try (LiveImport other = job.open()) {
                        await().until(other::hasEnded);
                        job.answer = other.answer().addsUp();
                    }
                }
            } finally {
                blocker.release();
            }
            change.answer = one.answer().addsUp();
        }

        assertThat(idle.get(0).answer.count("skipped")).isEqualTo(1);
        assertThat(idle.get(1).answer.count("updated")).isEqualTo(1);
        assertThat(change.answer.count("updated")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        roles | {'id':'#','name':'@'} | roles/@ | {'description':'$','attributes':{'a':['$']}}
        groups | {'id':'#','path':'/@'} | groups/# | {'description':'$','attributes':{'a':['$']}}
        departments | {'id':'#','organization':'acme','path':'/@'} | organizations/%/groups/# | {'description':'$','attributes':{'a':['$']}}
        client-scopes | {'id':'#','name':'@','protocol':'openid-connect'} | client-scopes/# | {'description':'$','attributes':{'a':'$'}}
        clients | {'id':'#','clientId':'@'} | clients/# | {'description':'$','redirectUris':['https://$.example/*']}
        users | {'id':'#','username':'@'} | users/# | {'firstName':'$','requiredActions':['VERIFY_EMAIL']}
        identity-providers | {'alias':'@','providerId':'oidc','config':{'clientId':'c','authorizationUrl':'https://i.example/a','tokenUrl':'https://i.example/t'}} | identity-provider/instances/@ | {'displayName':'$','config':{'clientId':'$','authorizationUrl':'https://i.example/a','tokenUrl':'https://i.example/t'}}
        """)
    void law13_aJobThatOverwritesWhatOneCallOfTheAdminApiChanges(
            String kind, String record, String path, String change, TunedServer server) throws Exception {
        KindContract contract = contract(kind);
        TwinRealm realm = REALMS.of(server.admin(), contract);
        String name = "c" + UUID.randomUUID().toString().substring(0, 8);
        String id = UUID.randomUUID().toString();
        ObjectNode object = Records.json(text(record, name, id));
        assertThat(realm.imports().post(kind, Records.lines(List.of(object))).rejects())
                .isEmpty();
        ObjectNode changed =
                object.deepCopy().setAll(Records.json(text(change, name, id).replace("$", "ours")));
        Job overwrite = new Job(realm, kind + "?ifExists=overwrite", changed);
        String place = realm.path(text(path, name, id).replace("%", realm.organizationId("acme")));
        ObjectNode shown = (ObjectNode) realm.admin().get(place);
        shown.setAll(Records.json(text(change, name, id).replace("$", "theirs")));

        HttpResponse<String> answer = besideACall(contract, () -> realm.admin().send("PUT", place, shown), overwrite);

        assertThat(answer.statusCode()).as("%s", answer.body()).isBetween(200, 299);
        assertThat(overwrite.answer.count("updated"))
                .as("%s", overwrite.answer.lines())
                .isEqualTo(1);
        assertIsAs(contract, realm, changed);
    }

    /** A record whose object the realm has. */
    private static ObjectNode added(KindContract kind, TwinRealm realm) throws IOException {
        int number = NUMBERS.getAndIncrement();
        kind.prepareRecords(realm, number, 1);
        ObjectNode record = kind.record(number);
        ImportAnswer answer = realm.imports().post(kind.kind(), Records.lines(List.of(record)));
        assertThat(answer.count(kind.outcomeOfNew())).as("%s", answer.lines()).isEqualTo(1);
        return record;
    }

    private static void assertIsAs(KindContract kind, TwinRealm realm, ObjectNode record) throws IOException {
        ImportAnswer again = realm.imports().post(kind.kind() + "?ifExists=overwrite", Records.lines(List.of(record)));
        assertThat(again.count("skipped")).as("%s", again.lines()).isEqualTo(1);
    }

    /** The first job has written everything when the second one begins, and commits when that waits or has ended. */
    private static void besideEachOther(Job first, Job second) throws IOException {
        blocker.block(first.id, 1);
        try (LiveImport one = first.open()) {
            blocker.awaitWaiting();
            try (LiveImport other = second.open()) {
                await().until(() -> sql.number(WAITING) > 0 || other.chunks() == 1);
                blocker.release();
                second.answer = other.answer().addsUp();
            }
            first.answer = one.answer().addsUp();
        }
    }

    /** A call of the Admin API comes first, then the job. */
    private static HttpResponse<String> besideACall(KindContract kind, Supplier<HttpResponse<String>> call, Job job)
            throws IOException, ExecutionException, InterruptedException {
        calls.block(kind.tables());
        CompletableFuture<HttpResponse<String>> answer;
        try {
            answer = CompletableFuture.supplyAsync(call);
            await().atMost(Duration.ofMinutes(1)).until(() -> calls.waiting() > 0);
            try (LiveImport live = job.open()) {
                await().until(() -> sql.number(WAITING) > 0 || calls.waiting() > 1 || live.hasEnded());
                calls.release();
                job.answer = live.answer().addsUp();
            }
        } finally {
            calls.release();
        }
        return answer.get();
    }

    private static KindContract contract(String kind) {
        return Contracts.all().stream()
                .filter(contract -> contract.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static String text(String text, String name, String id) {
        return text.replace("@", name).replace("#", id);
    }

    private static String json(String text, String name) {
        return text.replace('\'', '"').replace("@", name);
    }

    private static final class Job {

        private final String id = UUID.randomUUID().toString();
        private final TwinRealm realm;
        private final String path;
        private final String body;
        private ImportAnswer answer;

        Job(TwinRealm realm, String path, ObjectNode record) {
            this(realm, path, Records.lines(List.of(record)));
        }

        Job(TwinRealm realm, String path, String body) {
            this.realm = realm;
            this.path = path + "&job=" + id;
            this.body = body;
        }

        LiveImport open() throws IOException {
            return realm.imports().open(path).sendInBackground(out -> out.write(body.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
