// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CpuTimeEstimatorTest {

    private static final long MICRO = 1000;
    private static final long SEED = 20;
    private static final int REQUESTS = 20_000;

    private long now;
    private long cpu;
    private int readings;
    private final CpuTimeEstimator estimator = new CpuTimeEstimator(this::read);

    private long read() {
        readings++;
        return cpu;
    }

    private void runs(long nanos) {
        now += nanos;
        cpu += nanos;
    }

    private void request() {
        estimator.begin(now);
        runs(1000 * MICRO);
        estimator.end(now, cpu);
    }

    @Test
    void overManyRequestsTheSumIsThatOfTheOperatingSystem() {
        Random random = new Random(SEED);
        double ours = 0;
        double theirs = 0;
        for (int i = 0; i < REQUESTS; i++) {
            long begun = estimator.begin(now);
            long work = 200 * MICRO + random.nextInt(1_600_000);
            theirs += work;
            runs(work);
            ours += cpu - begun;
            estimator.end(now, cpu);
            runs(30 * MICRO + random.nextInt(200_000));
            now += random.nextInt(500_000);
        }

        assertThat(ours).isCloseTo(theirs, within(0.005 * theirs));
        assertThat(readings).isEqualTo(1 + (REQUESTS - 1 + CpuTimeEstimator.EACH - 1) / CpuTimeEstimator.EACH);
    }

    @Test
    void aThreadThatEndedItsLastRequestLongAgoIsRead() {
        for (int i = 0; i < 100; i++) {
            request();
            runs(CpuTimeEstimator.LONG_NANOS);
            assertThat(estimator.begin(now)).isEqualTo(cpu);
        }

        assertThat(readings).isEqualTo(200);
    }

    @Test
    void aThreadNeedsNoMoreThanTheTimeThatHasPassed() {
        request();
        runs(900 * MICRO);
        request();
        runs(MICRO);

        assertThat(estimator.begin(now)).isEqualTo(cpu);
        assertThat(readings).isEqualTo(2);
    }

    /** The end of a request is not reported if its response had been sent before. */
    @Test
    void anEndIsGoodForOneRequest() {
        request();
        estimator.begin(now);
        runs(MICRO);

        assertThat(estimator.begin(now)).isEqualTo(cpu);
        assertThat(readings).isEqualTo(3);
    }

    @Test
    void anUnknownEndSaysNothing() {
        learn();
        estimator.begin(now);
        estimator.end(now, -1);

        assertThat(estimator.begin(now)).isEqualTo(cpu);
    }

    @Test
    void whatOneThreadHasEndedSaysNothingOfAnother() throws InterruptedException {
        learn();
        int before = readings;
        Thread other = new Thread(() -> estimator.begin(now));
        other.start();
        other.join();

        assertThat(readings).isEqualTo(before + 1);
    }

    /** Makes the next request begin with an estimate. */
    private void learn() {
        request();
        runs(MICRO);
        request();
        runs(MICRO);
    }
}
