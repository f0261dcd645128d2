// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/**
 * Ratios of a run, from its JSON. Each is the median of the ratios of its rounds, and the larger one is the better.
 *
 * @param byName ratio by the name of the compared things
 */
record Ratios(Map<String, Double> byName) {

    private static final String RATES = "rates";
    private static final String PLACE = "place";
    private static final String OPERATION = "operation";
    private static final String IMPORT = Operation.IMPORT.label();

    static Ratios of(JsonNode run) {
        Map<String, Double> all = new LinkedHashMap<>();
        addWorkloads(run.path("workloads"), all);
        for (String part : List.of("operations", "kinds", "distance", "mariadb")) {
            addOperations(part, run.path(part), all);
        }
        addToFirstPlace("distance", run.path("distance"), Place.NEAR.label(), all);
        addToFirstPlace("mariadb", run.path("mariadb"), "postgresql", all);
        addToFirstPlace("nodes", run.path("nodes"), "one-of-two-nodes", all);
        addSenders(run.at("/client/imports"), all);
        addSignIns(run.path("signIns"), all);
        return new Ratios(all);
    }

    /** Ratio of each round: other work of the machine in a round affects both. */
    static List<Double> ofRounds(List<Double> ours, List<Double> others) {
        return IntStream.range(0, Math.min(ours.size(), others.size()))
                .mapToObj(round -> ours.get(round) / others.get(round))
                .toList();
    }

    private static void addWorkloads(JsonNode workloads, Map<String, Double> all) {
        for (JsonNode workload : workloads) {
            JsonNode sides = workload.path("sides");
            JsonNode keylift = sides.path("Keylift").path(RATES);
            sides.properties().forEach(side -> {
                if (!side.getKey().equals("Keylift")) {
                    put(
                            "workloads, " + workload.path("workload").asText() + ": import to " + side.getKey(),
                            keylift,
                            side.getValue().path(RATES),
                            all);
                }
            });
        }
    }

    private static void addOperations(String part, JsonNode operations, Map<String, Double> all) {
        for (JsonNode operation : operations) {
            String label = operation.path(OPERATION).asText();
            if (!label.equals(IMPORT)) {
                put(
                        name(part, operation) + " to " + IMPORT,
                        operation.path(RATES),
                        find(operations, operation.path(PLACE).asText(), IMPORT).path(RATES),
                        all);
            }
        }
    }

    private static void addToFirstPlace(String part, JsonNode operations, String first, Map<String, Double> all) {
        for (JsonNode operation : operations) {
            if (!operation.path(PLACE).asText().equals(first)) {
                put(
                        name(part, operation) + " to " + first,
                        operation.path(RATES),
                        find(operations, first, operation.path(OPERATION).asText())
                                .path(RATES),
                        all);
            }
        }
    }

    private static void addSenders(JsonNode imports, Map<String, Double> all) {
        JsonNode curl = rates(imports, Sender.CURL);
        JsonNode unmapped = rates(imports, Sender.KEYLIFT);
        put("client: keylift to curl", unmapped, curl, all);
        put("client: keylift-two-streams to curl", rates(imports, Sender.KEYLIFT_TWO_STREAMS), curl, all);
        put("client: keylift-mapped to keylift", rates(imports, Sender.KEYLIFT_MAPPED), unmapped, all);
    }

    private static JsonNode rates(JsonNode imports, Sender sender) {
        return StreamSupport.stream(imports.spliterator(), false)
                .filter(each -> each.path("sender").asText().equals(sender.label()))
                .map(each -> each.path(RATES))
                .findFirst()
                .orElse(AdminHttp.JSON.missingNode());
    }

    private static void addSignIns(JsonNode rounds, Map<String, Double> all) {
        addSignIns(rounds, "importing", "p99 during one", all);
        addSignIns(rounds, "changing", "p99 during changes", all);
    }

    private static void addSignIns(JsonNode rounds, String when, String title, Map<String, Double> all) {
        List<Double> ratios = new ArrayList<>();
        for (JsonNode round : rounds) {
            if (round.has(when)) {
                ratios.add(round.at("/idle/p99").asDouble()
                        / round.path(when).path("p99").asDouble());
            }
        }
        if (!ratios.isEmpty()) {
            all.put("sign-ins: p99 without an import to " + title, Quantiles.median(ratios));
        }
    }

    private static String name(String part, JsonNode operation) {
        String place = operation.path(PLACE).asText();
        return part + (place.isEmpty() ? "" : ", " + place) + ": "
                + operation.path(OPERATION).asText();
    }

    private static JsonNode find(JsonNode operations, String place, String operation) {
        return StreamSupport.stream(operations.spliterator(), false)
                .filter(each -> each.path(PLACE).asText().equals(place)
                        && each.path(OPERATION).asText().equals(operation))
                .findFirst()
                .orElse(AdminHttp.JSON.missingNode());
    }

    private static void put(String name, JsonNode ours, JsonNode others, Map<String, Double> all) {
        List<Double> ratios = ofRounds(numbers(ours), numbers(others));
        if (!ratios.isEmpty()) {
            all.put(name, Quantiles.median(ratios));
        }
    }

    private static List<Double> numbers(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asDouble)
                .toList();
    }
}
