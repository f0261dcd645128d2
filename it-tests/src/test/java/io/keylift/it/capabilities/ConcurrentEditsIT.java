// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Concurrent edits of the same role. */
@OnSharedServer
class ConcurrentEditsIT {

    private static final int EDITORS = 8;
    private static final int EDITS = 40;
    private static final int OWN = 6;
    private static final int COMMON = 6;

    /** One editor is the first in each round, so that none needs more rounds than there are edits. */
    private static final int MAX_TRIES = EDITORS * OWN;

    @Test
    void nothingOfManyMixedEditsIsLost(SharedServer server) throws Exception {
        CapabilityRealm realm = CapabilityRealm.create(server, "editors");
        realm.source("all", names(), Map.of());
        String role = realm.role("edited");

        List<Editor> editors = IntStream.range(0, EDITORS)
                .mapToObj(i -> new Editor(realm, role, i))
                .toList();
        run(editors);

        Set<String> now = new HashSet<>(realm.assigned(role));
        Map<String, Integer> balance = new TreeMap<>();
        for (Editor editor : editors) {
            for (int i = 0; i < OWN; i++) {
                String own = editor.own(i);
                assertThat(now.contains(own)).as(own).isEqualTo(editor.wanted.contains(own));
            }
            editor.balance.forEach((name, change) -> balance.merge(name, change, Integer::sum));
        }
        for (int i = 0; i < COMMON; i++) {
            String name = "common." + i;
            // Each was added as often as it was removed, or once more: as if all edits had come one after the other.
            assertThat(balance.getOrDefault(name, 0)).as(name).isEqualTo(now.contains(name) ? 1 : 0);
        }
    }

    @Test
    void whoeverReplacesWhatOthersHaveChangedIsTold(SharedServer server) throws Exception {
        CapabilityRealm realm = CapabilityRealm.create(server, "replacers");
        realm.source("all", names(), Map.of());
        String role = realm.role("replaced");
        AtomicInteger refused = new AtomicInteger();

        List<Callable<Void>> replacers = IntStream.range(0, EDITORS)
                .<Callable<Void>>mapToObj(editor -> () -> {
                    for (int i = 0; i < OWN; i++) {
                        addByReplacement(realm, role, "own-" + editor + "." + i, refused);
                    }
                    return null;
                })
                .toList();
        run(replacers);

        assertThat(realm.assigned(role)).hasSize(EDITORS * OWN);
        assertThat(refused).hasPositiveValue();
    }

    /** Reads the capabilities, adds one and replaces them, until no other edit comes between. */
    private static void addByReplacement(CapabilityRealm realm, String role, String name, AtomicInteger refused) {
        String path = realm.path("capabilities/roles/" + role);
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            HttpResponse<String> read = realm.admin().send("GET", path, null);
            List<String> names =
                    CapabilityRealm.names(AdminHttp.parse(read.body()).get("capabilities"));
            names.add(name);
            HttpResponse<String> put = realm.admin()
                    .send(
                            "PUT",
                            path,
                            Map.of("If-Match", read.headers().firstValue("ETag").orElseThrow()),
                            Map.of("set", names));
            if (put.statusCode() == 200) {
                return;
            }
            assertThat(put.statusCode()).as(put.body()).isEqualTo(412);
            refused.incrementAndGet();
        }
        throw new AssertionError("Somebody else was always faster");
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (int editor = 0; editor < EDITORS; editor++) {
            for (int i = 0; i < OWN; i++) {
                names.add("own-" + editor + "." + i);
            }
        }
        for (int i = 0; i < COMMON; i++) {
            names.add("common." + i);
        }
        return names;
    }

    private static void run(List<? extends Callable<Void>> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(work.size());
        try {
            for (Future<Void> done : threads.invokeAll(work)) {
                done.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Adds and removes capabilities that are its own, and some that all editors share. */
    private static final class Editor implements Callable<Void> {

        private final CapabilityRealm realm;
        private final String role;
        private final int number;
        private final Random random;
        private final Set<String> wanted = new HashSet<>();
        private final Map<String, Integer> balance = new TreeMap<>();

        Editor(CapabilityRealm realm, String role, int number) {
            this.realm = realm;
            this.role = role;
            this.number = number;
            random = new Random(number);
        }

        String own(int i) {
            return "own-" + number + "." + i;
        }

        @Override
        public Void call() {
            for (int i = 0; i < EDITS; i++) {
                Set<String> add = some();
                Set<String> remove = some();
                remove.removeAll(add);
                HttpResponse<String> answer =
                        realm.send("PATCH", "capabilities/roles/" + role, Map.of("add", add, "remove", remove));
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                wanted.addAll(add);
                wanted.removeAll(remove);
                JsonNode done = AdminHttp.parse(answer.body());
                done.get("added").forEach(name -> balance.merge(name.asText(), 1, Integer::sum));
                done.get("removed").forEach(name -> balance.merge(name.asText(), -1, Integer::sum));
            }
            return null;
        }

        private Set<String> some() {
            Set<String> some = new HashSet<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                some.add(own(random.nextInt(OWN)));
            }
            some.add("common." + random.nextInt(COMMON));
            return some;
        }
    }
}
