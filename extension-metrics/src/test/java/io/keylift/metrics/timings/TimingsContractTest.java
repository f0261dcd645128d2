// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keylift.metrics.cluster.ClusterEventKind;
import io.keylift.metrics.cluster.ClusterEvents;
import io.keylift.metrics.history.EndpointChange;
import io.keylift.metrics.history.Resolution;
import io.keylift.metrics.recent.HeavyHitters;
import io.keylift.metrics.request.Phase;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The part of the contract that is about request timings documents what the classes have, and nothing else. */
class TimingsContractTest {

    private final JsonNode contract = new YAMLMapper()
            .readTree(Path.of("src", "main", "openapi", "request-timings.yaml").toFile());

    TimingsContractTest() throws IOException {}

    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of("Timings", TimingsRepresentation.class, Set.of("realm", "nodes")),
                Arguments.of("TimingsComparison", ComparisonRepresentation.class, Set.of("before")),
                Arguments.of("ComparisonSide", SideRepresentation.class, Set.of("version", "node")),
                Arguments.of(
                        "EndpointChange",
                        EndpointChangeRepresentation.class,
                        Set.of("grantType", "statementsFactor", "p95Factor", "now", "before")),
                Arguments.of("TimeLine", TimeLineRepresentation.class, Set.of("grantType")),
                Arguments.of("TimeLinePoint", TimeLineRepresentation.PointRepresentation.class, Set.of()),
                Arguments.of("EndpointTimings", EndpointRepresentation.class, Set.of("grantType")),
                Arguments.of("Statements", StatementsRepresentation.class, Set.of()),
                Arguments.of("StatementTimings", StatementRepresentation.class, Set.of("grantType", "rows")),
                Arguments.of("ClusterEvents", ClusterEventsRepresentation.class, Set.of("node")),
                Arguments.of("ClusterEvent", ClusterEventRepresentation.class, Set.of("duration", "caches")),
                Arguments.of("HeavyHitters", HeavyHittersRepresentation.class, Set.of("realm")),
                Arguments.of("HeavyHitter", HeavyHitterRepresentation.class, Set.of("realm", "client", "pathRealm")));
    }

    /** A field that can be {@code null} is left out of the answer, so it is not required. */
    @ParameterizedTest
    @MethodSource("answers")
    void theFieldsOfTheAnswersAreDocumentedWithTheirTypes(
            String schema, Class<? extends Record> type, Set<String> mayBeLeftOut) {
        assertThat(documented(schema)).isEqualTo(fields(type));
        assertThat(required(schema))
                .containsExactlyElementsOf(fields(type).keySet().stream()
                        .filter(field -> !mayBeLeftOut.contains(field))
                        .toList());
        assertThat(type.isAnnotationPresent(JsonInclude.class)).isEqualTo(!mayBeLeftOut.isEmpty());
    }

    @Test
    void theQueriesForStatementsAndHeavyHittersAreDocumented() {
        JsonNode sort = contract.at("/components/parameters/StatementsSort/schema");
        JsonNode byClientOrRealm =
                contract.at("/paths/~1admin~1realms~1{realm}~1request-timings~1heavy-hitters/get/parameters/0/schema");
        JsonNode most =
                contract.at("/paths/~1admin~1realms~1{realm}~1request-timings~1heavy-hitters/get/parameters/1/schema");
        StatementsQuery statements = StatementsQuery.of(Set.of(), name -> null);
        HeavyHittersQuery hitters = HeavyHittersQuery.of(Set.of(), name -> null);

        assertThat(texts(sort.get("enum"))).containsExactlyElementsOf(StatementOrder.labels());
        assertThat(sort.get("default").asText()).isEqualTo(statements.order().label());
        assertThat(texts(byClientOrRealm.get("enum"))).containsExactlyElementsOf(HeavyHittersQuery.BY);
        assertThat(byClientOrRealm.get("default").asText()).isEqualTo(hitters.by());
        assertThat(most.get("maximum").asInt()).isEqualTo(HeavyHitters.MOST);
        assertThat(most.get("default").asInt()).isEqualTo(hitters.max());
    }

    @Test
    void theQueriesForTheHistoryAreDocumented() {
        assertThat(texts(contract.at("/components/parameters/Compare/schema/enum")))
                .containsExactlyElementsOf(ComparisonQuery.WITH)
                .isEqualTo(texts(contract.at("/components/schemas/TimingsComparison/properties/compare/enum")));
        assertThat(texts(contract.at("/components/parameters/TimingsNodes/schema/enum")))
                .containsExactlyElementsOf(TimingsQuery.OF_NODES);
        assertThat(texts(contract.at("/components/parameters/TimeLineResolution/schema/enum")))
                .containsExactlyElementsOf(Resolution.labels())
                .isEqualTo(texts(contract.at("/components/schemas/TimeLine/properties/resolution/enum")));
        assertThat(texts(contract.at("/components/schemas/EndpointChange/properties/doubled/items/enum")))
                .containsExactly(EndpointChange.STATEMENTS, EndpointChange.P95);
        assertThat(contract.at("/components/schemas/EndpointChange/properties/doubled/description")
                        .asText())
                .contains("two more", "10 ms higher", "than " + EndpointChange.LEAST_REQUESTS + " requests")
                .contains("`p95` with fewer than " + EndpointChange.LEAST_REQUESTS_OF_P95);
        assertThat(EndpointChange.LEAST_STATEMENTS).isEqualTo(2);
        assertThat(EndpointChange.LEAST_NANOS).isEqualTo(10_000_000);
    }

    @Test
    void theQueryForClusterEventsAndTheirKindsAreDocumented() {
        JsonNode max = contract.at("/components/parameters/ClusterEventsMax/schema");

        assertThat(max.get("default").asInt())
                .isEqualTo(ClusterEventsQuery.of(Set.of(), name -> null).max());
        assertThat(max.get("maximum").asInt()).isEqualTo(ClusterEvents.MOST);
        assertThat(contract.at("/components/schemas/ClusterEvents/properties/eventCount/maximum")
                        .asInt())
                .isEqualTo(ClusterEvents.MOST);
        assertThat(texts(contract.at("/components/schemas/ClusterEvent/properties/kind/enum")))
                .containsExactlyElementsOf(Stream.of(ClusterEventKind.values())
                        .map(ClusterEventKind::label)
                        .toList());
    }

    @Test
    void thePhasesAreDocumented() {
        List<String> phases = Stream.of(Phase.values()).map(Phase::label).toList();

        assertThat(documented("PhaseTimings").keySet()).containsExactlyElementsOf(phases);
        assertThat(required("PhaseTimings")).containsExactlyElementsOf(phases);
    }

    @Test
    void whatEndpointsAreSortedByIsDocumented() {
        JsonNode sort = contract.at("/components/parameters/TimingsSort/schema");

        assertThat(texts(sort.get("enum"))).containsExactlyElementsOf(Order.names());
        assertThat(sort.get("default").asText())
                .isEqualTo(TimingsQuery.of(name -> null).order().name());
    }

    @Test
    void theLimitsOfPagesAreDocumented() {
        JsonNode first = contract.at("/components/parameters/TimingsFirst/schema");
        JsonNode max = contract.at("/components/parameters/TimingsMax/schema");
        TimingsQuery query = TimingsQuery.of(name -> null);

        assertThat(first.get("default").asInt()).isEqualTo(query.first());
        assertThat(max.get("default").asInt()).isEqualTo(query.max());
        for (JsonNode limit : List.of(max.get("minimum"), max.get("maximum"))) {
            assertThat(TimingsQuery.of(name -> name.equals("max") ? limit.asText() : null)
                            .max())
                    .isEqualTo(limit.asInt());
        }
        for (int beyond :
                new int[] {max.get("minimum").asInt() - 1, max.get("maximum").asInt() + 1}) {
            assertThat(isRefused("max", beyond)).as("max=%d", beyond).isTrue();
        }
        assertThat(isRefused("first", first.get("minimum").asInt() - 1)).isTrue();
    }

    private static boolean isRefused(String parameter, int value) {
        try {
            TimingsQuery.of(name -> name.equals(parameter) ? "" + value : null);
            return false;
        } catch (BadQueryException e) {
            return true;
        }
    }

    private Map<String, String> documented(String schema) {
        Map<String, String> types = new LinkedHashMap<>();
        contract.at("/components/schemas/" + schema + "/properties")
                .properties()
                .forEach(field -> {
                    String type = field.getValue().path("type").asText("object");
                    types.put(field.getKey(), type);
                });
        return types;
    }

    private List<String> required(String schema) {
        return texts(contract.at("/components/schemas/" + schema + "/required"));
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static Map<String, String> fields(Class<? extends Record> type) {
        Map<String, String> types = new LinkedHashMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Class<?> raw = component.getType();
            types.put(
                    component.getName(),
                    raw == String.class
                            ? "string"
                            : raw == boolean.class
                                    ? "boolean"
                                    : raw == int.class || raw == long.class || raw == Long.class
                                            ? "integer"
                                            : raw == double.class || raw == Double.class
                                                    ? "number"
                                                    : raw == List.class ? "array" : "object");
        }
        return types;
    }
}
