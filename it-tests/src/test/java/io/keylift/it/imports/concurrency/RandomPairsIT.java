// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.SecondTier;
import io.keylift.it.exports.ExportAnswer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.concurrency.RandomCalls.Call;
import io.keylift.it.imports.concurrency.RandomCalls.Round;
import io.keylift.it.imports.support.CommitBlocker;
import io.keylift.it.imports.support.DanglingRows;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.soak.Soak;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Pairs of imports, removals and undos of the same objects at the same time do what they do one after the other, in one
 * order or the other.
 */
@Tag("soak-serial-order")
@OnTunedServer
@SecondTier
class RandomPairsIT {

    private static final int PAIRS = Soak.size("pairs", 10, 200);
    private static final long SEED = Soak.seed(46);

    private static final String WAITING = "select count(*) from pg_stat_activity"
            + " where wait_event_type = 'Lock' and wait_event in ('transactionid', 'tuple')";

    private static final List<String> KINDS = List.of("users", "groups", "roles", "role-mappings", "group-members");

    @AutoClose
    private static Sql sql;

    @AutoClose
    private static CommitBlocker blocker;

    private static TwinRealm together;
    private static TwinRealm inOrder;
    private static TwinRealm reversed;

    @BeforeAll
    static void realms(TunedServer server) {
        together = TwinRealm.create(server.admin(), "pairs-together", Map.of());
        inOrder = TwinRealm.create(server.admin(), "pairs-in-order", Map.of());
        reversed = TwinRealm.create(server.admin(), "pairs-reversed", Map.of());
        sql = new Sql(server.database());
        blocker = new CommitBlocker(server.database());
    }

    @Test
    @Timeout(600)
    void law13_callsAtTheSameTimeDoWhatTheyDoOneAfterTheOther() throws IOException {
        Random random = new Random(SEED);
        Map<String, Long> before = DanglingRows.count(sql);
        Map<String, Integer> figures = new TreeMap<>();
        for (int i = 0; i < PAIRS; i++) {
            Round round = RandomCalls.draw(random, "n" + SEED + "x" + i + "-");
            String description = "seed %d, pair %d: %s".formatted(SEED, i, round);
            if (round.other().isOfAdminApi()) {
                besideTheAdminApi(round, description);
                before = DanglingRows.count(sql);
                figures.merge("Admin API", 1, Integer::sum);
                continue;
            }
            List<String> expected = inTurn(inOrder, round, round.one(), round.other());
            List<String> orElse = inTurn(reversed, round, round.other(), round.one());

            List<String> found = atOnce(round, random.nextBoolean());

            assertThat(found).as(description).isIn(expected, orElse);
            assertThat(DanglingRows.count(sql)).as(description).isEqualTo(before);
            figures.merge(
                    expected.equals(orElse) ? "either" : found.equals(expected) ? "in order" : "reversed",
                    1,
                    Integer::sum);
        }
        System.out.println("Pairs with seed " + SEED + ": " + figures);
        assertThat(figures).containsKey("Admin API");
        assertThat(figures.get("either"))
                .as("pairs whose order does not matter")
                .isLessThan(PAIRS - figures.get("Admin API"));
    }

    private static List<String> inTurn(TwinRealm realm, Round round, Call first, Call second) throws IOException {
        ImportClient imports = prepare(realm, round);
        String one = outcome(first, imports.post(first.path(), first.body()));
        String other = outcome(second, imports.post(second.path(), second.body()));
        return result(imports, round, one, other);
    }

    /**
     * Both at the same time.
     *
     * @param blocked whether the first call has written its rows when the second one begins, and commits when that
     *     waits or has ended
     */
    private static List<String> atOnce(Round round, boolean blocked) throws IOException {
        ImportClient imports = prepare(together, round);
        Call first = round.one();
        Call second = round.other();
        if (blocked) {
            blocker.block(first.job(), 1);
        }
        try (LiveImport one = open(imports, first)) {
            if (blocked) {
                await().until(() -> blocker.isWaiting() || one.hasEnded());
            }
            try (LiveImport other = open(imports, second)) {
                if (blocked) {
                    await().until(() -> sql.number(WAITING) > 0 || other.hasEnded());
                    blocker.release();
                }
                String ofSecond = outcome(second, other.answer());
                return result(imports, round, outcome(first, one.answer()), ofSecond);
            }
        }
    }

    /** The Admin API locks nothing, so only what the import says is looked at. */
    private static void besideTheAdminApi(Round round, String description) throws IOException {
        ImportClient imports = prepare(together, round);
        AdminObjects objects = AdminObjects.find(together, round.other());
        blocker.block(round.one().job(), 1);
        try (LiveImport one = open(imports, round.one())) {
            await().until(() -> blocker.isWaiting() || one.hasEnded());
            CompletableFuture<Void> other =
                    CompletableFuture.runAsync(() -> objects.call(round.other().name()));
            await().until(() -> sql.number(WAITING) > 0 || other.isDone());
            blocker.release();
            other.join();
            assertThat(outcome(round.one(), one.answer())).as(description).doesNotContain("failed");
        }
        result(imports, round);
    }

    /** The objects of a call of the Admin API, found before; ids are empty if an object does not exist. */
    private record AdminObjects(TwinRealm realm, String user, String group, JsonNode role) {

        static AdminObjects find(TwinRealm realm, Call call) {
            return new AdminObjects(
                    realm,
                    realm.userId(call.path()),
                    realm.admin()
                            .get(realm.path("groups?exact=true&search=" + call.body()))
                            .at("/0/id")
                            .asText(),
                    AdminHttp.parse(realm.admin()
                            .send("GET", realm.path("roles/" + call.body()), null)
                            .body()));
        }

        void call(String name) {
            switch (name) {
                case "joins" -> send("PUT", "users/" + user + "/groups/" + group, null);
                case "leaves" -> send("DELETE", "users/" + user + "/groups/" + group, null);
                case "maps" -> send("POST", "users/" + user + "/role-mappings/realm", List.of(role));
                case "unmaps" -> send("DELETE", "users/" + user + "/role-mappings/realm", List.of(role));
                case "removes user" -> send("DELETE", "users/" + user, null);
                case "removes group" -> send("DELETE", "groups/" + group, null);
                default -> send("DELETE", "roles-by-id/" + role.path("id").asText(), null);
            }
        }

        private void send(String method, String path, Object body) {
            realm.admin().send(method, realm.path(path), body);
        }
    }

    private static LiveImport open(ImportClient imports, Call call) throws IOException {
        return imports.open(call.path())
                .sendInBackground(out -> out.write(call.body().getBytes(StandardCharsets.UTF_8)));
    }

    private static ImportClient prepare(TwinRealm realm, Round round) throws IOException {
        ImportClient imports = realm.imports();
        for (Call call : round.before()) {
            ImportAnswer answer = imports.post(call.path(), call.body());
            assertThat(answer.end()).as("%s %s", call, answer.lines()).isEqualTo("COMPLETED");
        }
        return imports;
    }

    /** The outcomes of the lines, or the status if the call is refused. */
    private static String outcome(Call call, ImportAnswer answer) {
        if (answer.status() != 200) {
            return call.job() + " " + answer.status();
        }
        assertThat(answer.addsUp().end()).as("%s %s", call, answer.lines()).isEqualTo("COMPLETED");
        return call.job() + " " + answer.outcomes();
    }

    /** The state of the realm after this round, and the outcomes, in one order. */
    private static List<String> result(ImportClient imports, Round round, String... outcomes) throws IOException {
        List<String> result = new ArrayList<>(List.of(outcomes));
        for (String kind : KINDS) {
            for (ObjectNode found : ExportAnswer.get(imports.admin(), imports.realm(), kind)
                    .whole()
                    .records()) {
                String record = found.without(List.of("id", "createdTimestamp"))
                        .toString()
                        .replace(imports.realm(), "realm");
                if (record.contains(round.prefix())) {
                    result.add(kind + " " + record);
                }
            }
        }
        result.sort(null);
        for (Call call : round.after()) {
            imports.post(call.path(), call.body());
        }
        return result;
    }
}
