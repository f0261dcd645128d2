// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.metrics.observer.Growth;
import io.keylift.metrics.recent.EndpointName;
import io.keylift.metrics.recent.Figures;
import io.keylift.metrics.recent.Requests;
import io.keylift.metrics.recent.Summary;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {

    private static final Comparison.Side SIDE = new Comparison.Side("1", null, Instant.EPOCH, Instant.EPOCH);

    private final Map<EndpointName, Figures> now = new HashMap<>();
    private final Map<EndpointName, Figures> before = new HashMap<>();

    private static void add(Map<EndpointName, Figures> side, String uri, int requests, long statements, double millis) {
        Figures figures =
                side.computeIfAbsent(new EndpointName(uri, "GET", null), made -> new Figures(StoredFigures.DIGITS));
        for (int i = 0; i < requests; i++) {
            figures.add(Requests.executing(uri, (long) (millis * 1_000_000), statements));
        }
    }

    private Comparison comparison() {
        return Comparison.of(SIDE, summaries(now), SIDE, summaries(before));
    }

    private static Map<EndpointName, Summary> summaries(Map<EndpointName, Figures> side) {
        return side.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, sum -> Summary.of(sum.getValue())));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            20, 3, 53,  10, 10, statements
            20, 0,  2,  10, 10, statements
            20, 1,  2,  10, 10, none
            20, 3,  5,  10, 10, none
            200, 3,  3,  10, 40, p95
            199, 3,  3,  10, 40, none
            200, 3,  3,   1,  4, none
            200, 3,  3, 100, 150, none
            20, 53, 3,  40, 10, none
            19, 3, 53,  10, 40, none
            """)
    void whatDoubledIsTold(
            int requests, long statementsBefore, long statements, double millisBefore, double millis, String doubled) {
        add(before, "/users", requests, statementsBefore, millisBefore);
        add(now, "/users", requests, statements, millis);

        EndpointChange change = comparison().endpoints().get(0);

        assertThat(change.doubled()).isEqualTo(doubled == null ? List.of() : List.of(doubled));
    }

    @Test
    void aFewRequestsOnOneSideShowChance() {
        add(before, "/few-before", EndpointChange.LEAST_REQUESTS - 1, 3, 10);
        add(now, "/few-before", EndpointChange.LEAST_REQUESTS, 53, 10);
        add(before, "/few-now", EndpointChange.LEAST_REQUESTS, 3, 10);
        add(now, "/few-now", EndpointChange.LEAST_REQUESTS - 1, 53, 10);

        assertThat(comparison().endpoints())
                .hasSize(2)
                .noneMatch(EndpointChange::isComparable)
                .allSatisfy(change -> assertThat(change.doubled()).isEmpty());
    }

    @Test
    void whatChangedMostIsFirst() {
        add(before, "/better", 50, 60, 30);
        add(now, "/better", 50, 6, 3);
        add(before, "/same", 50, 6, 3);
        add(now, "/same", 50, 6, 3);
        add(before, "/worse", 50, 6, 3);
        add(now, "/worse", 50, 56, 4);
        add(before, "/tiny", 50, 0, 0.01);
        add(now, "/tiny", 50, 1, 0.09);
        add(before, "/rare", 1, 1, 1);
        add(now, "/rare", 1, 900, 900);
        add(now, "/new", 50, 900, 900);
        add(before, "/gone", 50, 900, 900);

        assertThat(comparison().endpoints())
                .extracting(change -> change.endpoint().uri())
                .containsExactly("/worse", "/tiny", "/same", "/better", "/gone", "/new", "/rare");
    }

    /** With few requests, a single wait for a cold cache determines the p95. */
    @Test
    void aP95OfFewRequestsDoesNotComeBeforeStatements() {
        add(before, "/statements", 50, 7, 10);
        add(now, "/statements", 50, 57, 10);
        add(before, "/cold", 50, 7, 10);
        add(now, "/cold", 50, 7, 900);
        add(before, "/slow", 200, 7, 10);
        add(now, "/slow", 200, 7, 900);

        assertThat(comparison().endpoints())
                .extracting(change -> change.endpoint().uri())
                .containsExactly("/slow", "/statements", "/cold");
    }

    @Test
    void eachFigureThatDoubledHasAGauge() {
        add(before, "/users", 50, 4, 10);
        add(now, "/users", 50, 40, 10);

        assertThat(comparison().endpoints().get(0).growths())
                .containsExactly(new Growth("/users", "GET", null, "statements", 10));
    }
}
