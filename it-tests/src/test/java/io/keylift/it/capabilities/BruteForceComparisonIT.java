// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
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

/**
 * Effective capabilities in random graphs of groups, composite roles and sets, compared with a brute-force computation.
 */
@Tag("soak-capabilities")
@SecondTier
@OnSharedServer
@TestMethodOrder(OrderAnnotation.class)
class BruteForceComparisonIT {

    private static final int GRAPHS = Soak.size("graphs", 300, 3000);
    private static final long SEED = Soak.seed(20260722);

    private static CapabilityRealm realm;
    private static PermissionGraphLoader loader;
    private static List<PermissionGraph> graphs;

    @BeforeAll
    static void makeGraphs(SharedServer server) {
        realm = CapabilityRealm.create(server, "oracle");
        loader = new PermissionGraphLoader(realm);
        Random chance = new Random(SEED);
        graphs = IntStream.range(0, GRAPHS)
                .mapToObj(number -> new PermissionGraph(number, chance))
                .toList();
        loader.load(graphs);
    }

    @Test
    void everybodyHasWhatHeShouldHaveAndNothingElse() {
        List<String> wrong = graphs.parallelStream()
                .flatMap(graph -> graph.userRoles.keySet().stream()
                        .filter(user ->
                                !List.copyOf(graph.effective(user)).equals(realm.effective(loader.id(graph, user)))))
                .toList();

        assertThat(wrong).isEmpty();
    }

    /** First, while the server remembers nothing of anybody. */
    @Test
    @Order(1)
    void everyDecisionIsWhatItShouldBe() {
        List<String> wrong = graphs.parallelStream()
                .flatMap(graph -> wrongDecisions(graph).stream())
                .toList();

        assertThat(wrong).isEmpty();
    }

    /** The generator would be of no use if it left out what is difficult. */
    @Test
    void theGraphsHaveTheDifficultCases() {
        assertThat(graphs.stream().filter(BruteForceComparisonIT::hasCycle))
                .as("cycles of roles")
                .hasSizeGreaterThan(GRAPHS / 10);
        assertThat(graphs.stream().filter(graph -> graph.client != null))
                .as("clients")
                .hasSizeGreaterThan(GRAPHS / 5);
        assertThat(graphs.stream().flatMap(graph -> graph.groupRoles.keySet().stream()))
                .as("groups in groups")
                .filteredOn(path -> path.lastIndexOf('/') > 0)
                .hasSizeGreaterThan(GRAPHS / 2);
        assertThat(graphs.stream()
                        .flatMap(graph -> graph.userRoles.keySet().stream().map(graph::effective)))
                .as("people who have some, but not all")
                .filteredOn(names -> !names.isEmpty())
                .hasSizeGreaterThan(GRAPHS);
    }

    private static boolean hasCycle(PermissionGraph graph) {
        return graph.roles.keySet().stream().anyMatch(role -> {
            Set<String> reached = new TreeSet<>(graph.roles.get(role));
            for (int steps = graph.roles.size(); steps > 0; steps--) {
                Set.copyOf(reached).forEach(part -> reached.addAll(graph.roles.get(part)));
            }
            return reached.contains(role);
        });
    }

    /** Asks for all users of a graph and all its names, and one of the next graph. */
    private static List<String> wrongDecisions(PermissionGraph graph) {
        List<String> names = new ArrayList<>(graph.catalog.keySet());
        names.add(graphs.get((graphs.indexOf(graph) + 1) % GRAPHS)
                .catalog
                .keySet()
                .iterator()
                .next());
        List<String> questions = new ArrayList<>();
        List<Map<String, Object>> evaluations = new ArrayList<>();
        List<Boolean> expected = new ArrayList<>();
        Random random = new Random(graphs.indexOf(graph));
        for (String user : graph.userRoles.keySet()) {
            // The first question about a user is answered in another way than later ones.
            Collections.shuffle(names, random);
            Set<String> has = graph.effective(user);
            Map<String, String> subject = user.equals(graph.serviceAccount())
                    ? Map.of("type", "client", "id", graph.client)
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
