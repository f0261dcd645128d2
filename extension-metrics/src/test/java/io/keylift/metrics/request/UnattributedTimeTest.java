// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Thread.State;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Times are in milliseconds here. */
class UnattributedTimeTest {

    private static final long MILLI = 1_000_000;

    private final FakeTimes times = new FakeTimes();
    private final Timeline timeline = new Timeline(0, times);

    private void takeUp() {
        times.cpu = 0;
        timeline.leaveQueue(0);
    }

    private void enter(Phase phase, long now) {
        timeline.enter(phase, () -> now);
    }

    private void cpu(long millis) {
        times.cpu += millis * MILLI;
    }

    private void sample(State state, long at, long stands) {
        timeline.sample(Thread.currentThread(), state, at * MILLI, stands * MILLI);
    }

    private long millis(Phase phase) {
        return timeline.phases().nanos(phase) / MILLI;
    }

    @Test
    void timeOnAProcessorIsCpu() {
        takeUp();
        cpu(70);
        timeline.end(100 * MILLI, true);

        assertThat(millis(Phase.CPU)).isEqualTo(70);
        assertThat(millis(Phase.REST)).isEqualTo(30);
    }

    @Test
    void memoryCountsWhileTheThreadWorksForTheRequest() {
        times.allocated = 1000;
        takeUp();
        times.allocated = 1500;
        assertThat(timeline.allocated()).isEqualTo(500);

        timeline.end(100 * MILLI, true);
        times.allocated = 1700;
        timeline.leaveWorker(110 * MILLI);
        times.allocated = 9000;
        assertThat(timeline.allocated()).isEqualTo(700);
    }

    @Test
    void aRequestThatNoThreadHasTakenUpAllocatesNothing() {
        times.allocated = 1000;

        assertThat(timeline.allocated()).isZero();
    }

    @Test
    void whatOtherPhasesUseOfAProcessorIsNotCpu() {
        takeUp();
        cpu(10);
        enter(Phase.HASH, 10 * MILLI);
        cpu(60);
        timeline.exit(Phase.HASH, 70 * MILLI);
        cpu(5);
        timeline.end(80 * MILLI, true);

        assertThat(millis(Phase.CPU)).isEqualTo(15);
        assertThat(millis(Phase.HASH)).isEqualTo(60);
        assertThat(millis(Phase.REST)).isEqualTo(5);
    }

    @Test
    void aWaitIsWhatTheSamplesShow() {
        takeUp();
        cpu(10);
        for (int at = 10; at <= 100; at += 10) {
            sample(State.BLOCKED, at, 10);
        }
        timeline.end(110 * MILLI, true);

        assertThat(millis(Phase.BLOCKED)).isEqualTo(100);
        assertThat(millis(Phase.CPU)).isEqualTo(10);
        assertThat(millis(Phase.REST)).isZero();
    }

    @Test
    void severalWaitsShareByTheirSamples() {
        takeUp();
        for (int at = 10; at <= 30; at += 10) {
            sample(State.BLOCKED, at, 10);
        }
        sample(State.WAITING, 40, 10);
        timeline.end(40 * MILLI, true);

        assertThat(millis(Phase.BLOCKED)).isEqualTo(30);
        assertThat(millis(Phase.PARKED)).isEqualTo(10);
    }

    @Test
    void aThreadThatCouldRunAndUsesNoProcessorIsRest() {
        takeUp();
        sample(State.BLOCKED, 20, 20);
        sample(State.RUNNABLE, 100, 80);
        timeline.end(100 * MILLI, true);

        assertThat(millis(Phase.BLOCKED)).isEqualTo(20);
        assertThat(millis(Phase.REST)).isEqualTo(80);
    }

    @Test
    void aWaitForTheClientIsNamedByALook() {
        takeUp();
        sample(State.WAITING, 60, 60);
        assertThat(timeline.present()).isEqualTo(Phase.PARKED);
        timeline.inspected(true);
        assertThat(timeline.present()).isEqualTo(Phase.CLIENT);
        sample(State.TIMED_WAITING, 100, 40);
        timeline.end(100 * MILLI, true);

        assertThat(millis(Phase.CLIENT)).isEqualTo(100);
        assertThat(millis(Phase.PARKED)).isZero();
    }

    @Test
    void pausesCountBeforeWaits() {
        takeUp();
        sample(State.BLOCKED, 50, 50);
        times.paused = 30 * MILLI;
        timeline.end(100 * MILLI, true);

        assertThat(millis(Phase.GC)).isEqualTo(30);
        assertThat(millis(Phase.BLOCKED)).isEqualTo(70);
    }

    @Test
    void pausesBeforeAndWithinOtherPhasesAreNotGc() {
        times.paused = 500 * MILLI;
        times.paused();
        takeUp();
        enter(Phase.SQL, 0);
        times.paused += 50 * MILLI;
        times.paused();
        timeline.exit(Phase.SQL, 100 * MILLI);
        timeline.end(200 * MILLI, true);

        assertThat(millis(Phase.GC)).isZero();
        assertThat(millis(Phase.SQL)).isEqualTo(100);
    }

    @Test
    void samplesOutsideOfRestSayNothing() {
        takeUp();
        enter(Phase.POOL_WAIT, 0);
        timeline.sample(Thread.currentThread(), State.WAITING, MILLI / 2, MILLI / 2);
        assertThat(timeline.present()).isEqualTo(Phase.POOL_WAIT);
        timeline.exit(Phase.POOL_WAIT, MILLI / 2);
        timeline.end(50 * MILLI + MILLI / 2, true);

        assertThat(millis(Phase.PARKED)).isZero();
        assertThat(millis(Phase.REST)).isEqualTo(50);
    }

    @Test
    void whereOtherThreadsWorkForARequestItsOwnWaitsSayNothing() throws InterruptedException {
        takeUp();
        Thread other = new Thread(() -> {
            enter(Phase.SQL, 10 * MILLI);
            timeline.exit(Phase.SQL, 20 * MILLI);
        });
        other.start();
        other.join();
        sample(State.WAITING, 80, 60);
        timeline.end(100 * MILLI, true);

        assertThat(millis(Phase.PARKED)).isZero();
        assertThat(millis(Phase.REST)).isEqualTo(90);
    }

    @Test
    void whatTheThreadDoesForTheNextRequestDoesNotCount() {
        takeUp();
        cpu(10);
        timeline.leaveWorker(20 * MILLI);
        cpu(50);
        timeline.end(100 * MILLI, true);

        assertThat(millis(Phase.CPU)).isEqualTo(10);
    }

    @Test
    void theEndOfAThreadsWorkIsToldWithItsProcessorTime() {
        takeUp();
        cpu(10);
        timeline.leaveWorker(20 * MILLI);

        assertThat(times.ended).isEqualTo(Map.of(20 * MILLI, 10 * MILLI));
    }

    /** The other thread has a processor time of its own, and the request's thread may continue. */
    @Test
    void theEndThatAnotherThreadTellsIsNone() throws InterruptedException {
        takeUp();
        Thread other = new Thread(() -> timeline.leaveWorker(20 * MILLI));
        other.start();
        other.join();

        assertThat(times.ended).isEmpty();
    }

    @Test
    void whatAThreadDoesAfterTheEndOfTheRequestBelongsToNoRequest() {
        takeUp();
        timeline.end(20 * MILLI, true);
        cpu(10);
        timeline.leaveWorker(20 * MILLI);

        assertThat(times.ended).isEmpty();
    }

    @Test
    void thePhaseOfAThreadIsKnownAfterItsClientHasGone() {
        takeUp();
        timeline.end(10 * MILLI, false);
        sample(State.BLOCKED, 100, 90);

        assertThat(timeline.present()).isEqualTo(Phase.BLOCKED);
        assertThat(timeline.phases().total()).isEqualTo(10 * MILLI);
    }

    @Test
    void aThreadThatRunsIsToldFromOneThatOnlyCould() {
        takeUp();
        sample(State.RUNNABLE, 60, 10);
        cpu(10);
        sample(State.RUNNABLE, 70, 10);
        assertThat(timeline.present()).isEqualTo(Phase.CPU);
        sample(State.RUNNABLE, 80, 10);
        assertThat(timeline.present()).isEqualTo(Phase.REST);
    }

    @Test
    void phasesAddUpToTheDurationWhateverTheThreadDoes() {
        Random random = new Random(7);
        Phase[] phases = {Phase.POOL_WAIT, Phase.SQL, Phase.HASH};
        takeUp();
        long now = 0;
        for (int i = 0; i < 10_000; i++) {
            now += random.nextInt(3_000_000);
            times.cpu += random.nextInt(4_000_000);
            times.paused += random.nextInt(100) == 0 ? 5 * MILLI : 0;
            Phase phase = phases[random.nextInt(phases.length)];
            enter(phase, now);
            now += random.nextInt(2_000_000);
            timeline.exit(phase, now);
            now += random.nextInt(20_000_000);
            State state = State.values()[1 + random.nextInt(4)];
            timeline.sample(Thread.currentThread(), state, now, random.nextInt(30_000_000));
            timeline.inspected(random.nextBoolean());
        }
        timeline.end(now, true);

        PhaseTimes all = timeline.phases();
        assertThat(all.total()).isEqualTo(timeline.duration()).isEqualTo(now);
        assertThat(Phase.values()).isNotEmpty().allMatch(phase -> all.nanos(phase) >= 0);
        assertThat(new Phase[] {Phase.CPU, Phase.GC, Phase.CLIENT, Phase.BLOCKED, Phase.PARKED})
                .isNotEmpty()
                .allMatch(phase -> all.nanos(phase) > 0);
    }
}
