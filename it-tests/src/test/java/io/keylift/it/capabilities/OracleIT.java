// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.soak.Soak;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** What users have by groups, composite roles and sets, against a look at every single edge, in generated worlds. */
@Tag("soak-capabilities")
@OnSharedServer
@TestMethodOrder(OrderAnnotation.class)
class OracleIT {

    private static final int WORLDS = Soak.size("worlds", 300, 3000);
    private static final long SEED = Soak.seed(20260722);

    private static CapabilityRealm realm;
    private static Worlds maker;
    private static List<World> worlds;

    @BeforeAll
    static void makeWorlds(SharedServer server) {
        realm = CapabilityRealm.create(server, "oracle");
        maker = new Worlds(realm);
        Random chance = new Random(SEED);
        worlds = IntStream.range(0, WORLDS)
                .mapToObj(number -> new World(number, chance))
                .toList();
        maker.make(worlds);
    }

    @Test
    void everybodyHasWhatHeShouldHaveAndNothingElse() {
        List<String> wrong = worlds.parallelStream()
                .flatMap(world -> world.userRoles.keySet().stream()
                        .filter(user ->
                                !List.copyOf(world.effective(user)).equals(realm.effective(maker.id(world, user)))))
                .toList();

        assertThat(wrong).isEmpty();
    }

    /** First, while the server remembers nothing of anybody. */
    @Test
    @Order(1)
    void everyDecisionIsWhatItShouldBe() {
        List<String> wrong = worlds.parallelStream()
                .flatMap(world -> wrongDecisions(world).stream())
                .toList();

        assertThat(wrong).isEmpty();
    }

    /** The generator would be of no use if it left out what is difficult. */
    @Test
    void theWorldsAreWorthIt() {
        assertThat(worlds.stream().filter(OracleIT::hasCycle))
                .as("cycles of roles")
                .hasSizeGreaterThan(WORLDS / 10);
        assertThat(worlds.stream().filter(world -> world.client != null))
                .as("clients")
                .hasSizeGreaterThan(WORLDS / 5);
        assertThat(worlds.stream().flatMap(world -> world.groupRoles.keySet().stream()))
                .as("groups in groups")
                .filteredOn(path -> path.lastIndexOf('/') > 0)
                .hasSizeGreaterThan(WORLDS / 2);
        assertThat(worlds.stream()
                        .flatMap(world -> world.userRoles.keySet().stream().map(world::effective)))
                .as("people who have some, but not all")
                .filteredOn(names -> !names.isEmpty())
                .hasSizeGreaterThan(WORLDS);
    }

    private static boolean hasCycle(World world) {
        return world.roles.keySet().stream().anyMatch(role -> {
            Set<String> reached = new TreeSet<>(world.roles.get(role));
            for (int steps = world.roles.size(); steps > 0; steps--) {
                Set.copyOf(reached).forEach(part -> reached.addAll(world.roles.get(part)));
            }
            return reached.contains(role);
        });
    }

    /** Asks for all users of a world and all its names, and one of the next world. */
    private static List<String> wrongDecisions(World world) {
        List<String> names = new ArrayList<>(world.catalog.keySet());
        names.add(worlds.get((worlds.indexOf(world) + 1) % WORLDS)
                .catalog
                .keySet()
                .iterator()
                .next());
        List<String> questions = new ArrayList<>();
        List<Map<String, Object>> evaluations = new ArrayList<>();
        List<Boolean> expected = new ArrayList<>();
        Random random = new Random(worlds.indexOf(world));
        for (String user : world.userRoles.keySet()) {
            // The first question about somebody is answered in another way than those after it.
            Collections.shuffle(names, random);
            Set<String> has = world.effective(user);
            Map<String, String> subject = user.equals(world.serviceAccount())
                    ? Map.of("type", "client", "id", world.client)
                    : Map.of("type", "user", "id", user);
            for (String name : names) {
                questions.add(user + " " + name);
                evaluations.add(Map.of("subject", subject, "resource", Map.of("type", "capability", "id", name)));
                expected.add(has.contains(name));
            }
        }
        JsonNode answers = realm.admin()
                .post(
                        realm.path("capabilities/evaluate"),
                        Map.of("action", Map.of("name", "use"), "evaluations", evaluations))
                .get("evaluations");
        return IntStream.range(0, questions.size())
                .filter(i -> answers.get(i).get("decision").asBoolean() != expected.get(i))
                .mapToObj(questions::get)
                .toList();
    }
}
