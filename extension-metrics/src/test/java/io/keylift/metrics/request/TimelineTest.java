// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TimelineTest {

    private final Timeline timeline = new Timeline(100, new FakeTimes());

    @Test
    void whatNoPhaseIsOpenForIsQueueAndThenRest() {
        timeline.leaveQueue(130);
        timeline.leaveQueue(150);
        timeline.end(200, true);

        assertThat(timeline.duration()).isEqualTo(100);
        assertThat(nanos(Phase.QUEUE)).isEqualTo(30);
        assertThat(nanos(Phase.REST)).isEqualTo(70);
    }

    @Test
    void aRequestThatNoWorkerThreadTakesUpDoesNotQueue() {
        timeline.end(200, true);

        assertThat(nanos(Phase.QUEUE)).isZero();
        assertThat(nanos(Phase.REST)).isEqualTo(100);
    }

    @Test
    void aRequestThatIsAbortedBeforeAWorkerThreadTakesItUpHasOnlyQueued() {
        timeline.end(200, false);

        assertThat(nanos(Phase.QUEUE)).isEqualTo(100);
    }

    @Test
    void anyNumberOfOperationsAtTheSameTimeIsCountedOnce() {
        timeline.leaveQueue(100);
        timeline.enter(Phase.INFINISPAN, () -> 110);
        timeline.enter(Phase.INFINISPAN, () -> 120);
        timeline.exit(Phase.INFINISPAN, 140);
        timeline.exit(Phase.INFINISPAN, 150);
        timeline.end(200, true);

        assertThat(nanos(Phase.INFINISPAN)).isEqualTo(40);
        assertThat(nanos(Phase.REST)).isEqualTo(60);
    }

    @Test
    void ofPhasesAtTheSameTimeTheFirstDeclaredCounts() {
        timeline.leaveQueue(100);
        timeline.enter(Phase.INFINISPAN, () -> 110);
        timeline.enter(Phase.SQL, () -> 120);
        timeline.enter(Phase.POOL_WAIT, () -> 130);
        timeline.exit(Phase.POOL_WAIT, 150);
        timeline.exit(Phase.SQL, 180);
        timeline.exit(Phase.INFINISPAN, 190);
        timeline.end(200, true);

        assertThat(nanos(Phase.INFINISPAN)).isEqualTo(20);
        assertThat(nanos(Phase.SQL)).isEqualTo(40);
        assertThat(nanos(Phase.POOL_WAIT)).isEqualTo(20);
    }

    @Test
    void whatIsStillOpenAtTheEndIsCutThere() {
        timeline.leaveQueue(100);
        timeline.enter(Phase.INFINISPAN, () -> 150);
        assertThat(timeline.end(200, true)).isTrue();
        assertThat(timeline.exit(Phase.INFINISPAN, 900)).isFalse();
        assertThat(timeline.end(1000, true)).isFalse();

        assertThat(nanos(Phase.INFINISPAN)).isEqualTo(50);
        assertThat(timeline.duration()).isEqualTo(100);
    }

    @Test
    void theClockNeverGoesBack() {
        timeline.leaveQueue(150);
        timeline.enter(Phase.SQL, () -> 140);
        timeline.exit(Phase.SQL, 160);
        timeline.end(155, true);

        assertThat(nanos(Phase.SQL)).isEqualTo(10);
        assertThat(timeline.duration()).isEqualTo(60);
        assertThat(timeline.phases().total()).isEqualTo(60);
    }

    @Test
    void phasesAddUpToTheDurationWhateverOverlaps() {
        Random random = new Random(7);
        Phase[] phases = {Phase.POOL_WAIT, Phase.SQL, Phase.COMMIT, Phase.HASH, Phase.INFINISPAN};
        int[] open = new int[phases.length];
        long now = 100;
        for (int i = 0; i < 10_000; i++) {
            now += random.nextInt(50) - 5;
            long entered = now;
            int phase = random.nextInt(phases.length);
            if (open[phase] > 0 && random.nextBoolean()) {
                open[phase]--;
                timeline.exit(phases[phase], now);
            } else {
                open[phase]++;
                timeline.enter(phases[phase], () -> entered);
            }
        }
        timeline.end(now + 1000, true);

        assertThat(timeline.duration()).isGreaterThan(100_000);
        assertThat(timeline.phases().total()).isEqualTo(timeline.duration());
    }

    private long nanos(Phase phase) {
        return timeline.phases().nanos(phase);
    }
}
