// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.place.Processors;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class AdaptiveParallelismTest {

    private static final int RECORDS = 1000;
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    /** A node that does not know how busy it is. */
    private static AdaptiveParallelism adaptive(int max, int start) {
        return new AdaptiveParallelism(max, start, processors(() -> -1));
    }

    private static Processors processors(LongSupplier busyNanos) {
        return new Processors() {
            @Override
            public int count() {
                return 2;
            }

            @Override
            public long busyNanos() {
                return busyNanos.getAsLong();
            }
        };
    }

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
        assertThat(adaptive(8, 1).limit()).isEqualTo(1);
    }

    @Test
    void startsWithTheGivenNumberWithinItsShare() {
        assertThat(adaptive(8, 2).limit()).isEqualTo(2);
        assertThat(adaptive(1, 2).limit()).isEqualTo(1);
    }

    @Test
    void findsTheNumberThatCommitsMostRecordsASecond() {
        Map<Integer, Integer> used = run(adaptive(16, 1), 20_000, n -> 20_000 - 3000 * Math.abs(n - 4), 0);

        assertThat(favourite(used)).isEqualTo(4);
        assertThat(used.get(4)).isGreaterThan(15_000);
    }

    @Test
    void findsItInSpiteOfNoise() {
        Map<Integer, Integer> used = run(adaptive(16, 1), 20_000, n -> 20_000 - 3000 * Math.abs(n - 3), 0.1);

        assertThat(favourite(used)).isEqualTo(3);
    }

    @Test
    void takesFewerWhereMoreBringNothing() {
        Map<Integer, Integer> used = run(adaptive(16, 1), 20_000, n -> 10_000.0 * Math.min(n, 2), 0);

        assertThat(favourite(used)).isEqualTo(2);
        assertThat(used.keySet()).isNotEmpty().allMatch(n -> n <= 3);
    }

    @Test
    void neverTakesMoreThanItsShare() {
        Map<Integer, Integer> used = run(adaptive(5, 1), 20_000, n -> 1000.0 * n, 0);

        assertThat(used.keySet()).isNotEmpty().allMatch(n -> n <= 5);
        assertThat(favourite(used)).isEqualTo(5);
    }

    @Test
    void givesWayWhenConnectionsGetScarce() {
        AdaptiveParallelism parallelism = adaptive(8, 1);
        run(parallelism, 2000, n -> 1000.0 * n, 0);
        assertThat(parallelism.limit()).isGreaterThan(5);

        for (int i = 0; i < 10; i++) {
            parallelism.committed(RECORDS, TimeUnit.MILLISECONDS.toNanos(200), i);
        }

        assertThat(parallelism.limit()).isEqualTo(1);
    }

    @Test
    void learnsFromTheFirstChunkHowManyTheProcessorsCanServe() {
        AtomicLong busy = new AtomicLong();
        AdaptiveParallelism parallelism = new AdaptiveParallelism(16, 1, processors(busy::get));
        parallelism.begun(0);

        busy.addAndGet(40 * MILLI);
        parallelism.committed(RECORDS, 0, 200 * MILLI);

        assertThat(parallelism.limit())
                .as("a tenth of two processors is busy: ten chunks could use them, and the database needs its share")
                .isEqualTo(5);
    }

    @Test
    void addsOneWhereProcessorsAreBusy() {
        AtomicLong busy = new AtomicLong();
        AdaptiveParallelism parallelism = new AdaptiveParallelism(16, 1, processors(busy::get));
        parallelism.begun(0);

        busy.addAndGet(120 * MILLI);
        parallelism.committed(RECORDS, 0, 200 * MILLI);

        assertThat(parallelism.limit()).isEqualTo(2);
    }

    @Test
    void goesBackFromALargeStepThatBringsNothing() {
        AtomicLong hardlyBusy = new AtomicLong();
        AdaptiveParallelism parallelism = new AdaptiveParallelism(16, 1, processors(hardlyBusy::incrementAndGet));
        parallelism.begun(0);

        Map<Integer, Integer> used = run(parallelism, 2000, n -> 10_000.0 * Math.min(n, 2), 0);

        assertThat(used).containsKey(16);
        assertThat(favourite(used)).isEqualTo(2);
    }

    @Test
    void takesARoundTripForNoScarcityOfConnections() {
        AdaptiveParallelism parallelism = adaptive(8, 1);
        long now = 0;
        for (int i = 0; i < 2000; i++) {
            now += 100 * MILLI / parallelism.limit();
            parallelism.committed(RECORDS, 60 * MILLI, now);
        }

        assertThat(parallelism.limit()).isGreaterThan(5);
    }

    @Test
    void takesAConnectionThatIsOpenedForNoScarcity() {
        AdaptiveParallelism parallelism = adaptive(8, 1);
        parallelism.begun(0);
        parallelism.committed(RECORDS, 5 * MILLI, 300 * MILLI);
        assertThat(parallelism.limit()).isEqualTo(2);

        parallelism.committed(RECORDS, 60 * MILLI, 500 * MILLI);
        parallelism.committed(RECORDS, 60 * MILLI, 600 * MILLI);
        assertThat(parallelism.limit()).as("these chunks opened theirs").isEqualTo(2);

        parallelism.committed(RECORDS, 60 * MILLI, 700 * MILLI);
        assertThat(parallelism.limit()).as("this one had to wait").isEqualTo(1);
    }
}
