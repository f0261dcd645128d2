// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.keylift.bench.RatesByTenth.Commit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatesByTenthTest {

    @Test
    void anEvenImportHasTenEqualTenths() {
        assertThat(RatesByTenth.of(commits(100, chunk -> chunk * 0.05)))
                .hasSize(10)
                .allSatisfy(rate -> assertThat(rate).isCloseTo(2_000, within(1e-6)));
    }

    @Test
    void aRateThatHalvesShowsInTheLastTenth() {
        List<Double> tenths =
                RatesByTenth.of(commits(100, chunk -> chunk <= 50 ? chunk * 0.01 : 0.5 + (chunk - 50) * 0.02));

        assertThat(tenths.get(0)).isCloseTo(10_000, within(1e-6));
        assertThat(tenths.get(9)).isCloseTo(5_000, within(1e-6));
    }

    /** Two streams: chunks are committed two at a time, and in any order. */
    @Test
    void chunksThatAreCommittedTogetherDoNotMakeATenthOfNoTime() {
        List<Commit> commits = commits(100, chunk -> (chunk + 1) / 2 * 0.1 + chunk % 2 * 1e-6);
        Collections.reverse(commits);

        assertThat(RatesByTenth.of(commits))
                .isNotEmpty()
                .allSatisfy(rate -> assertThat(rate).isCloseTo(2_000, within(0.1)));
    }

    @Test
    void aTenthEndsWithinAChunk() {
        assertThat(RatesByTenth.of(commits(4, chunk -> chunk)))
                .hasSize(10)
                .allSatisfy(rate -> assertThat(rate).isCloseTo(100, within(1e-6)));
    }

    @Test
    void withoutAnyTimeThereIsNoRate() {
        assertThat(RatesByTenth.of(commits(10, chunk -> 0)))
                .hasSize(10)
                .allSatisfy(rate -> assertThat(rate).isNaN());
    }

    private interface Clock {
        double seconds(int chunk);
    }

    /** Chunks of 100 records. */
    private static List<Commit> commits(int chunks, Clock clock) {
        List<Commit> commits = new ArrayList<>();
        for (int chunk = 1; chunk <= chunks; chunk++) {
            commits.add(new Commit(100, clock.seconds(chunk)));
        }
        return commits;
    }
}
