// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeanTest {

    /** By a table of Student's distribution: 4.303 for two degrees of freedom; the standard deviation is 0.1. */
    @Test
    void theIntervalIsThatOfStudent() {
        Mean mean = Mean.of(List.of(0.9, 1.1, 1.0));

        assertThat(mean.mean()).isCloseTo(1, within(1e-9));
        assertThat(mean.low()).isCloseTo(1 - 4.303 * 0.1 / Math.sqrt(3), within(1e-4));
        assertThat(mean.high()).isCloseTo(1 + 4.303 * 0.1 / Math.sqrt(3), within(1e-4));
        assertThat(mean.least()).isEqualTo(0.9);
        assertThat(mean.most()).isEqualTo(1.1);
    }

    @Test
    void oneMeasurementSaysNothingOfTheSpread() {
        Mean mean = Mean.of(List.of(1.02));

        assertThat(mean.mean()).isEqualTo(1.02);
        assertThat(mean.low()).isNaN();
        assertThat(mean.high()).isNaN();
    }
}
