// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.metrics.history.Resolution;
import io.keylift.metrics.recent.EndpointName;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryQueriesTest {

    @Test
    void aComparisonIsWithTheVersionBeforeYesterdayOrANode() {
        assertThat(comparison(Map.of("compare", "version"))).isEqualTo(new ComparisonQuery("version", null, 0, 100));
        assertThat(comparison(Map.of("compare", "node", "node", "b", "first", "5", "max", "1")))
                .isEqualTo(new ComparisonQuery("node", "b", 5, 1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tomorrow  |   | Query parameter `compare` must be one of version, yesterday, node
            yesterday | b | Query parameter `node` needs `compare=node`
            """)
    void aBadComparisonIsRefused(String compare, String node, String message) {
        Map<String, String> parameters =
                node == null ? Map.of("compare", compare) : Map.of("compare", compare, "node", node);

        assertThatThrownBy(() -> comparison(parameters)).hasMessage(message);
    }

    @Test
    void aComparisonHasNoOrder() {
        assertThatThrownBy(() -> comparison(Map.of("compare", "version", "sort", "total")))
                .hasMessage("Unknown query parameter; known parameters: compare, node, first, max");
    }

    private static ComparisonQuery comparison(Map<String, String> parameters) {
        return ComparisonQuery.of(parameters.keySet(), parameters::get);
    }

    @Test
    void aTimeLineIsThatOfAnEndpoint() {
        assertThat(timeLine(Map.of("uri", "/token", "method", "POST")))
                .isEqualTo(new TimeLineQuery(new EndpointName("/token", "POST", null), Resolution.MINUTES));
        assertThat(timeLine(Map.of("uri", "/t", "method", "POST", "grantType", "password", "resolution", "days")))
                .isEqualTo(new TimeLineQuery(new EndpointName("/t", "POST", "password"), Resolution.DAYS));
        assertThatThrownBy(() -> timeLine(Map.of("uri", "/token")))
                .hasMessage("Query parameter `method` is required: the endpoint has a uri and a method");
        assertThatThrownBy(() -> timeLine(Map.of("uri", "/token", "method", "POST", "resolution", "weeks")))
                .hasMessage("Query parameter `resolution` must be one of minutes, hours, days");
    }

    private static TimeLineQuery timeLine(Map<String, String> parameters) {
        return TimeLineQuery.of(parameters.keySet(), parameters::get);
    }

    @Test
    void theTimingsOfAllNodesAreThoseOfAllRealms() {
        TimingsQuery query = TimingsQuery.of(Map.of("nodes", "all")::get);

        assertThat(query.ofAllNodes()).isTrue();
        assertThat(TimingsQuery.of(Map.of("nodes", "this")::get).ofAllNodes()).isFalse();
        assertThatThrownBy(() -> query.requireAllRealms(Map.of("realm", "acme").keySet()))
                .hasMessage("Query parameter `realm` cannot be used with `nodes=all`");
        assertThatThrownBy(() -> TimingsQuery.of(Map.of("nodes", "two")::get))
                .hasMessage("Query parameter `nodes` must be one of this, all");
    }

    /** Without a history, the answer is 404 and never 429, because there is nothing to wait for. */
    @Test
    void withoutAHistoryThereIsNothingToRead() {
        HistoryAccess access = new HistoryAccess();
        AtomicInteger refused = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> access.read(Optional.empty(), history -> null, reader -> null))
                    .isInstanceOfSatisfying(RefusedException.class, e -> refused.addAndGet(e.status()));
        }

        assertThat(refused).hasValue(100 * 404);
    }
}
