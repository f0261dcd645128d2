// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.cluster;

import static io.keylift.metrics.cluster.ClusterEventKind.MERGE;
import static io.keylift.metrics.cluster.ClusterEventKind.REBALANCE;
import static io.keylift.metrics.cluster.ClusterEventKind.VIEW_CHANGE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClusterEventsTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<String> ONE = List.of("a");
    private static final List<String> TWO = List.of("a", "b");

    private final AtomicLong clock = new AtomicLong();
    private final ClusterEvents events = new ClusterEvents(clock::get, () -> START.plusNanos(clock.get()));

    @Test
    void aViewChangeNamesWhoJoinedAndWhoLeft() {
        events.viewChanged(VIEW_CHANGE, List.of("a", "c", "b"), List.of("d", "a"));

        assertThat(events.newestFirst()).singleElement().satisfies(event -> {
            assertThat(event.at()).isEqualTo(START);
            assertThat(event.joined()).containsExactly("d");
            assertThat(event.left()).containsExactly("b", "c");
            assertThat(event.nanos()).isEmpty();
        });
    }

    @Test
    void cachesThatRebalanceTogetherAreOneEvent() {
        millis(100);
        events.rebalanceStarted("sessions", ONE, TWO);
        millis(10);
        events.rebalanceStarted("actionTokens", ONE, TWO);
        millis(10);
        events.rebalanceEnded("sessions");
        assertThat(events.newestFirst()).singleElement().satisfies(event -> {
            assertThat(event.nanos()).isEmpty();
            assertThat(event.caches()).containsExactly("actionTokens", "sessions");
        });
        assertThat(events.rebalancing()).isEqualTo(1);
        millis(30);
        events.rebalanceEnded("actionTokens");

        assertThat(events.newestFirst()).singleElement().satisfies(event -> {
            assertThat(event.kind()).isEqualTo(REBALANCE);
            assertThat(event.at()).isEqualTo(START.plusMillis(100));
            assertThat(event.nanos()).hasValue(TimeUnit.MILLISECONDS.toNanos(50));
            assertThat(event.joined()).containsExactly("b");
            assertThat(event.left()).isEmpty();
        });
        assertThat(events.rebalancing()).isZero();
        assertThat(events.count(REBALANCE)).isEqualTo(1);
        assertThat(events.rebalances()).isEqualTo(2);
        assertThat(events.rebalanceNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(20 + 40));
    }

    /** A node that joins starts them so. */
    @Test
    void cachesThatRebalanceOneSoonAfterTheOtherAreOneEvent() {
        rebalance("sessions");
        clock.addAndGet(Rebalance.PAUSE_NANOS);
        rebalance("work");
        clock.addAndGet(Rebalance.PAUSE_NANOS + 1);
        rebalance("sessions");

        assertThat(events.newestFirst())
                .extracting(ClusterEvent::caches)
                .containsExactly(List.of("sessions"), List.of("sessions", "work"));
    }

    @Test
    void whatBeginsInANewViewIsAnEventOfItsOwn() {
        rebalance("sessions");
        events.viewChanged(VIEW_CHANGE, TWO, ONE);
        rebalance("sessions");

        assertThat(events.newestFirst())
                .extracting(ClusterEvent::kind)
                .containsExactly(REBALANCE, VIEW_CHANGE, REBALANCE);
    }

    /** The members change again before its end. */
    @Test
    void aCacheThatBeginsAnewLastsFromItsFirstBeginning() {
        events.rebalanceStarted("sessions", ONE, TWO);
        millis(10);
        events.viewChanged(VIEW_CHANGE, TWO, List.of("a", "c"));
        events.rebalanceStarted("sessions", ONE, List.of("a", "c"));
        millis(10);
        events.rebalanceEnded("sessions");

        assertThat(events.newestFirst())
                .filteredOn(event -> event.kind() == REBALANCE)
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.nanos()).hasValue(TimeUnit.MILLISECONDS.toNanos(20));
                    assertThat(event.joined()).containsExactly("c");
                });
        assertThat(events.rebalances()).isEqualTo(1);
        assertThat(events.rebalanceNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
    }

    /** The node has started to listen in the middle. */
    @Test
    void anEndWithoutABeginningIsNoEvent() {
        events.rebalanceEnded("sessions");
        rebalance("work");
        events.rebalanceEnded("sessions");

        assertThat(events.newestFirst())
                .singleElement()
                .satisfies(event -> assertThat(event.caches()).containsExactly("work"));
        assertThat(events.rebalances()).isEqualTo(1);
    }

    @Test
    void onlyTheLatestAreKeptAndAllAreCounted() {
        events.viewChanged(MERGE, ONE, TWO);
        for (int i = 0; i < ClusterEvents.MOST; i++) {
            millis(1);
            events.viewChanged(VIEW_CHANGE, ONE, TWO);
        }

        assertThat(events.newestFirst()).hasSize(ClusterEvents.MOST).noneMatch(event -> event.kind() == MERGE);
        assertThat(events.newestFirst().get(0).at()).isEqualTo(START.plusMillis(ClusterEvents.MOST));
        assertThat(events.count(MERGE)).isEqualTo(1);
        assertThat(events.count(VIEW_CHANGE)).isEqualTo(ClusterEvents.MOST);
    }

    @Test
    void aRequestOverlapsWhatHappensInItsTime() {
        millis(100);
        events.viewChanged(VIEW_CHANGE, TWO, ONE);
        millis(100);
        rebalance("sessions");

        assertThat(events.kindsBetween(START, START.plusMillis(99))).isEmpty();
        assertThat(events.kindsBetween(START, START.plusMillis(100))).containsExactly(VIEW_CHANGE);
        assertThat(events.kindsBetween(START.plusMillis(101), START.plusMillis(199)))
                .isEmpty();
        assertThat(events.kindsBetween(START.plusMillis(203), START.plusMillis(204)))
                .containsExactly(REBALANCE);
        assertThat(events.kindsBetween(START.plusMillis(206), START.plusMillis(300)))
                .isEmpty();
        events.rebalanceStarted("sessions", ONE, TWO);
        assertThat(events.kindsBetween(START.plusMillis(300), START.plusMillis(301)))
                .containsExactly(REBALANCE);
    }

    /** A rebalance of 5 ms. */
    private void rebalance(String cache) {
        events.rebalanceStarted(cache, ONE, TWO);
        millis(5);
        events.rebalanceEnded(cache);
    }

    private void millis(int millis) {
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
