// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.keylift.metrics.recent.Limits;
import io.keylift.metrics.recent.RecentWork;
import io.keylift.metrics.recent.Requests;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestBreakdown;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TimingsRepresentationTest {

    private static final long MILLI = 1_000_000;

    private final RecentWork work = new RecentWork(new Limits(Duration.ofMinutes(5), 2000, 50, 100), () -> 0, () -> {});

    @Test
    void theMostComeFirst() {
        work.requestEnded(request("acme", "/slow", 50 * MILLI));
        for (int i = 0; i < 10; i++) {
            work.requestEnded(request("acme", "/often", 6 * MILLI));
        }

        assertThat(uris(Map.of())).containsExactly("/often", "/slow");
        assertThat(uris(Map.of("sort", "p99"))).containsExactly("/slow", "/often");
        assertThat(uris(Map.of("sort", "sql"))).containsExactly("/often", "/slow");
        assertThat(uris(Map.of("first", "1"))).containsExactly("/slow");
        assertThat(uris(Map.of("max", "1"))).containsExactly("/often");
    }

    @ParameterizedTest
    @EnumSource
    void theMostOfAPhaseComeFirst(Phase phase) {
        Phase another = phase == Phase.REST ? Phase.SQL : Phase.REST;
        work.requestEnded(request("/long", another, 50 * MILLI));
        work.requestEnded(request("/most-in-phase", phase, MILLI));

        assertThat(uris(Map.of("sort", phase.label()))).containsExactly("/most-in-phase", "/long");
        assertThat(uris(Map.of())).containsExactly("/long", "/most-in-phase");
    }

    @Test
    void meansOfPhasesAddUpToTheMean() {
        work.requestEnded(request("acme", "/users", 3 * MILLI + 1));
        work.requestEnded(request("acme", "/users", 7 * MILLI + 2));

        EndpointRepresentation users = TimingsRepresentation.of(work, "acme", TimingsQuery.of(name -> null))
                .endpoints()
                .get(0);
        assertThat(users.phases().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .isCloseTo(users.mean(), within(1e-12));
        assertThat(users.mean()).isCloseTo(0.0050000015, within(1e-12));
    }

    private List<String> uris(Map<String, String> query) {
        return TimingsRepresentation.of(work, null, TimingsQuery.of(query::get)).endpoints().stream()
                .map(EndpointRepresentation::uri)
                .toList();
    }

    /** A third of it is SQL. */
    private static RequestBreakdown request(String realm, String uri, long nanos) {
        long[] phases = new long[Phase.values().length];
        phases[Phase.SQL.ordinal()] = nanos / 3;
        phases[Phase.REST.ordinal()] = nanos - nanos / 3;
        return Requests.of(realm, uri, nanos, phases);
    }

    /** All of it is this phase. */
    private static RequestBreakdown request(String uri, Phase phase, long nanos) {
        long[] phases = new long[Phase.values().length];
        phases[phase.ordinal()] = nanos;
        return Requests.of("acme", uri, nanos, phases);
    }
}
