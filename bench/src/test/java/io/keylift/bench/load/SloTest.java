// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SloTest {

    private final Slo slo = new Slo(500, 1);

    @ParameterizedTest
    @CsvSource({
        "200, 0, 500, true",
        "200, 0, 501, false",
        "200, 2, 100, true",
        "200, 3, 100, false",
        "0, 0, 0, false",
    })
    void holdsUpToItsLimits(long operations, long failed, double p95, boolean held) {
        assertThat(slo.holds(with(new Latencies(operations, failed, 1, 1, 1, p95, 9_999))))
                .isEqualTo(held);
    }

    @Test
    void saysWhatItIs() {
        assertThat(slo).hasToString("p95 of 500 ms, 1 % errors");
    }

    private static StepFigures with(Latencies latencies) {
        return new StepFigures(latencies, 1, 1, 1, 1, 1, 1, new StepFigures.Connections(1, 1));
    }
}
