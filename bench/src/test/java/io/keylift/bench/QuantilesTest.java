// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuantilesTest {

    @Test
    void theMedianIsTheMiddleOneOrTheMeanOfTheMiddleTwo() {
        assertThat(Quantiles.median(List.of(3.0, 1.0, 2.0))).isEqualTo(2);
        assertThat(Quantiles.median(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(2.5);
        assertThat(Quantiles.median(List.of())).isNaN();
    }

    @Test
    void otherQuantilesAreValuesThatWereMeasured() {
        List<Double> hundred =
                IntStream.rangeClosed(1, 100).mapToObj(i -> (double) i).toList();

        assertThat(Quantiles.nearestRank(hundred, 0.95)).isEqualTo(95);
        assertThat(Quantiles.nearestRank(hundred.subList(0, 20), 0.95)).isEqualTo(19);
        assertThat(Quantiles.nearestRank(List.of(2.0, 1.0), 0.5)).isEqualTo(1);
        assertThat(Quantiles.nearestRank(List.of(7.0), 0.95)).isEqualTo(7);
        assertThat(Quantiles.nearestRank(hundred, 1)).isEqualTo(100);
    }
}
