// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import static io.keylift.metrics.cluster.ClusterEventKind.VIEW_CHANGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.metrics.cluster.ClusterEvents;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.keycloak.util.JsonSerialization;

class ClusterEventsRepresentationTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00.001234Z");

    private final AtomicLong clock = new AtomicLong();
    private final ClusterEvents events = new ClusterEvents(clock::get, () -> START.plusNanos(clock.get()));

    @Test
    void eventsAreShownFromTheNewest() throws IOException {
        events.viewChanged(VIEW_CHANGE, List.of("a"), List.of("a", "b"));
        events.rebalanceStarted("sessions", List.of("a"), List.of("a", "b"));
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(250));
        events.rebalanceEnded("sessions");

        assertThat(json(Map.of())).isEqualToIgnoringWhitespace("""
                        {"unit":"seconds","eventCount":2,"events":[
                          {"kind":"rebalance","at":"2026-01-01T00:00:00.001Z","duration":0.25,
                           "membersBefore":1,"membersAfter":2,"joined":["b"],"left":[],"caches":["sessions"]},
                          {"kind":"view-change","at":"2026-01-01T00:00:00.001Z",
                           "membersBefore":1,"membersAfter":2,"joined":["b"],"left":[]}]}
                        """);
    }

    @Test
    void aRebalanceThatLastsHasNoDuration() throws IOException {
        events.rebalanceStarted("sessions", List.of("a"), List.of("a", "b"));

        assertThat(json(Map.of())).contains("\"rebalance\"").doesNotContain("duration");
    }

    @Test
    void theQueryLimitsThem() throws IOException {
        for (int i = 0; i < ClusterEvents.MOST; i++) {
            events.viewChanged(VIEW_CHANGE, List.of("a"), List.of("a", "b"));
        }

        assertThat(shown(Map.of("max", "3")).events()).hasSize(3);
        assertThat(shown(Map.of("max", "3")).eventCount()).isEqualTo(ClusterEvents.MOST);
        for (Map<String, String> query : List.of(
                Map.of("max", "0"), Map.of("max", String.valueOf(ClusterEvents.MOST + 1)), Map.of("realm", "acme"))) {
            assertThatThrownBy(() -> shown(query)).isInstanceOf(BadQueryException.class);
        }
    }

    private String json(Map<String, String> query) throws IOException {
        return JsonSerialization.writeValueAsString(shown(query));
    }

    private ClusterEventsRepresentation shown(Map<String, String> query) {
        return ClusterEventsRepresentation.of(events, ClusterEventsQuery.of(query.keySet(), query::get));
    }
}
