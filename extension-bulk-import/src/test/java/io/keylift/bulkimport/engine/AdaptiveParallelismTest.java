// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class AdaptiveParallelismTest {

    private static final int RECORDS = 1000;

    /**
     * Feeds chunks as a server would whose rate depends on the chunks in flight, and returns how many chunks went at
     * each limit.
     */
    private static Map<Integer, Integer> run(
            AdaptiveParallelism parallelism, int chunks, IntToDoubleFunction rate, double noise) {
        Random random = new Random(7);
        Map<Integer, Integer> used = new HashMap<>();
        long now = 0;
        for (int i = 0; i < chunks; i++) {
            int limit = parallelism.limit();
            used.merge(limit, 1, Integer::sum);
            double records = rate.applyAsDouble(limit) * (1 + noise * random.nextGaussian());
            now += (long) (RECORDS / records * TimeUnit.SECONDS.toNanos(1));
            parallelism.committed(RECORDS, 0, now);
        }
        return used;
    }

    private static int favourite(Map<Integer, Integer> used) {
        return used.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    @Test
    void startsWithOneChunkInFlight() {
        assertThat(new AdaptiveParallelism(8).limit()).isEqualTo(1);
    }

    @Test
    void startsWithTheGivenNumberWithinItsShare() {
        assertThat(new AdaptiveParallelism(8, 2).limit()).isEqualTo(2);
        assertThat(new AdaptiveParallelism(1, 2).limit()).isEqualTo(1);
    }

    @Test
    void findsTheNumberThatCommitsMostRecordsASecond() {
        Map<Integer, Integer> used = run(new AdaptiveParallelism(16), 20_000, n -> 20_000 - 3000 * Math.abs(n - 4), 0);

        assertThat(favourite(used)).isEqualTo(4);
        assertThat(used.get(4)).isGreaterThan(15_000);
    }

    @Test
    void findsItInSpiteOfNoise() {
        Map<Integer, Integer> used =
                run(new AdaptiveParallelism(16), 20_000, n -> 20_000 - 3000 * Math.abs(n - 3), 0.1);

        assertThat(favourite(used)).isEqualTo(3);
    }

    @Test
    void takesFewerWhereMoreBringNothing() {
        Map<Integer, Integer> used = run(new AdaptiveParallelism(16), 20_000, n -> 10_000.0 * Math.min(n, 2), 0);

        assertThat(favourite(used)).isEqualTo(2);
        assertThat(used.keySet()).isNotEmpty().allMatch(n -> n <= 3);
    }

    @Test
    void neverTakesMoreThanItsShare() {
        Map<Integer, Integer> used = run(new AdaptiveParallelism(5), 20_000, n -> 1000.0 * n, 0);

        assertThat(used.keySet()).isNotEmpty().allMatch(n -> n <= 5);
        assertThat(favourite(used)).isEqualTo(5);
    }

    @Test
    void givesWayWhenConnectionsGetScarce() {
        AdaptiveParallelism parallelism = new AdaptiveParallelism(8);
        run(parallelism, 2000, n -> 1000.0 * n, 0);
        assertThat(parallelism.limit()).isGreaterThan(5);

        for (int i = 0; i < 10; i++) {
            parallelism.committed(RECORDS, TimeUnit.MILLISECONDS.toNanos(200), i);
        }

        assertThat(parallelism.limit()).isEqualTo(1);
    }
}
