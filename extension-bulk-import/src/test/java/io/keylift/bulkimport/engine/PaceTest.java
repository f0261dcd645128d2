// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {

    private static final long SECOND = 1_000_000_000L;
    private static final double UNKNOWN = Double.NaN;

    private final Pace pace = new Pace(0);

    /** A chunk each second from one second to another. */
    private void commit(int from, int to, long records, double share) {
        for (int second = from; second <= to; second++) {
            pace.committed(records, share * second, second * SECOND);
        }
    }

    @Test
    void countsWhatTheLastSecondsBrought() {
        commit(1, 60, 1000, 0);
        assertThat(pace.recordsPerSecond(60 * SECOND)).isEqualTo(1000);

        commit(61, 80, 100, 0);
        assertThat(pace.recordsPerSecond(80 * SECOND)).isEqualTo(100);
    }

    @Test
    void fallsToNothingWhereNothingIsCommitted() {
        commit(1, 60, 1000, 0.01);

        assertThat(pace.recordsPerSecond(65 * SECOND)).isBetween(400L, 600L);
        assertThat(pace.recordsPerSecond(1000 * SECOND)).isLessThan(5);
    }

    @Test
    void chunksMayTakeLongerThanTheWindow() {
        pace.committed(900, UNKNOWN, 30 * SECOND);
        pace.committed(900, UNKNOWN, 60 * SECOND);

        assertThat(pace.recordsPerSecond(75 * SECOND)).isEqualTo(20);
    }

    @Test
    void afterAPauseItBeginsAnew() {
        commit(1, 20, 1000, 0.01);

        pace.resumed(0.2, 500 * SECOND);
        pace.committed(5000, 0.25, 501 * SECOND);

        assertThat(pace.recordsPerSecond(501 * SECOND)).isEqualTo(5000);
        assertThat(pace.remainingSeconds(0.25, 501 * SECOND)).isEqualTo(15);
    }

    @Test
    void whatRemainsIsToldByTheSamePace() {
        commit(1, 60, 1000, 0.01);

        assertThat(pace.remainingSeconds(0.6, 60 * SECOND)).isEqualTo(40);
        assertThat(pace.remainingSeconds(UNKNOWN, 60 * SECOND)).isNull();
        assertThat(new Pace(0).remainingSeconds(0, SECOND)).isNull();
    }

    @Test
    void chunksByTheThousandTakeNoMoreMemoryNorAnotherRate() {
        for (int chunk = 1; chunk <= 60_000; chunk++) {
            pace.committed(1, UNKNOWN, chunk * SECOND / 1000);
        }

        assertThat(pace.recordsPerSecond(60 * SECOND)).isBetween(980L, 1020L);
        assertThat(pace.size()).isLessThan(100);
    }
}
