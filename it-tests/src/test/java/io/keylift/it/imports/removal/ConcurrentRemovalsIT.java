// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Ledger;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Concurrent removals of the same users. */
@OnSharedServer
class ConcurrentRemovalsIT {

    private static final String REALM = "concurrent-removals";
    private static final int USERS = 900;

    @AutoClose
    private static RemovalRealm realm;

    @BeforeAll
    static void create(SharedServer server) {
        realm = RemovalRealm.create(server, REALM);
    }

    /**
     * In orders of their own, and by names of their own: whoever locked as the input goes would stand in the other's
     * way.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void twoJobsWithTheSameUsersInOtherOrders_removeEachOnceAndTellTheTruth(long seed) throws Exception {
        List<String> byName = add("two-" + seed);
        Map<String, String> ids = realm.rows().ids();
        List<String> byId = new ArrayList<>();
        ids.forEach((name, id) -> {
            if (name.startsWith("two-" + seed)) {
                byId.add("{\"id\":\"" + id + "\"}");
            }
        });
        Collections.shuffle(byName, new Random(seed));
        Collections.shuffle(byId, new Random(seed + 1));

        List<ImportAnswer> answers = together(
                () -> realm.client().post("users?op=remove&results=all&chunkSize=60", byName),
                () -> realm.client().post("users?op=remove&results=all&chunkSize=90", byId));

        assertThat(realm.rows().users("two-" + seed)).isEmpty();
        long removed = 0;
        for (ImportAnswer answer : answers) {
            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.rejects()).isEmpty();
            assertThat(answer.count("read")).isEqualTo(USERS);
            removed += answer.count("removed");
        }
        assertThat(removed).as("users that one of the jobs says it has removed").isEqualTo(USERS);
    }

    @Test
    void law2_oneJobSentTwiceAtTheSameMoment_removesEachUserOnce() throws Exception {
        List<String> users = add("same");
        Callable<ImportAnswer> job = () -> realm.client().post("users?op=remove&chunkSize=30&job=same-removal", users);

        List<ImportAnswer> answers = together(job, job);

        assertThat(realm.rows().users("same")).isEmpty();
        for (ImportAnswer answer : answers) {
            assertThat(answer.addsUp().end()).isIn("COMPLETED", "INTERRUPTED superseded");
            assertThat(answer.count("skipped") + answer.count("rejected")).isZero();
        }
        Ledger ledger = new Ledger(realm.sql(), REALM, "same-removal");
        ledger.assertComplete(USERS / 30, USERS);
        assertThat(ledger.sum("removed")).isEqualTo(USERS);
    }

    /**
     * The Admin API locks a user, too, and removes dependent rows in an order of its own. It answers 500 if a
     * concurrent removal was faster, be it another call of the Admin API.
     */
    @Test
    void aJobIsNotHinderedByTheAdminApiRemovingTheSameUsers() throws Exception {
        List<String> users = add("api");
        List<String> ids = realm.rows().ids().entrySet().stream()
                .filter(user -> user.getKey().startsWith("api"))
                .map(Map.Entry::getValue)
                .sorted(Collections.reverseOrder())
                .limit(90)
                .toList();

        List<ImportAnswer> answers = together(
                () -> realm.client().post("users?op=remove&results=all&chunkSize=30", users),
                () -> deleteOneByOne(ids));

        assertThat(answers.get(0).addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answers.get(0).rejects()).isEmpty();
        assertThat(realm.rows().users("api")).isEmpty();
    }

    private static ImportAnswer deleteOneByOne(List<String> ids) {
        for (String id : ids) {
            realm.client().admin().send("DELETE", realm.callers().path("users/" + id), null);
        }
        return null;
    }

    /** A user that is removed while a job changes it comes back as a new user or not at all, but whole. */
    @Test
    void aRemovalAndAnImportOfTheSameUsers_leaveWholeUsers() throws Exception {
        List<String> users = add("changing");
        List<String> changes = users.stream()
                .map(user ->
                        user.replace("}", ",\"attributes\":{\"room\":[\"1\"]},\"realmRoles\":[\"offline_access\"]}"))
                .toList();

        List<ImportAnswer> answers = together(
                () -> realm.client().post("users?op=remove&chunkSize=30", users),
                () -> realm.client().post("users?ifExists=overwrite&chunkSize=30", changes));

        answers.forEach(answer -> assertThat(answer.addsUp().end()).isEqualTo("COMPLETED"));
        assertThat(answers.get(0).rejects()).isEmpty();
        for (String table : List.of("user_attribute", "user_role_mapping", "user_group_membership", "credential")) {
            assertThat(realm.sql()
                            .number("select count(*) from " + table
                                    + " t where not exists (select 1 from user_entity u where u.id = t.user_id)"))
                    .as("rows of nobody in %s", table)
                    .isZero();
        }
    }

    private static List<String> add(String prefix) throws IOException {
        List<String> users = new ArrayList<>(UserRecords.users(prefix, 1, USERS));
        assertThat(realm.client().post("users", users).count("added")).isEqualTo(USERS);
        return users;
    }

    @SafeVarargs
    private static List<ImportAnswer> together(Callable<ImportAnswer>... senders) throws Exception {
        realm.client().admin().token(); // all ask for a token before any sends
        CyclicBarrier start = new CyclicBarrier(senders.length);
        ExecutorService threads = Executors.newFixedThreadPool(senders.length);
        try {
            List<Future<ImportAnswer>> answers = new ArrayList<>();
            for (Callable<ImportAnswer> sender : senders) {
                answers.add(threads.submit(() -> {
                    start.await();
                    return sender.call();
                }));
            }
            List<ImportAnswer> all = new ArrayList<>();
            for (Future<ImportAnswer> answer : answers) {
                all.add(answer.get());
            }
            return all;
        } finally {
            threads.shutdownNow();
        }
    }
}
