// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdminApiRunTest {

    @Test
    void theBestNumberOfConnectionsCounts() {
        assertThat(AdminApiRun.best(Map.of(1, 150.0, 4, 410.0, 16, 440.0, 64, 380.0)))
                .isEqualTo(16);
    }

    @Test
    void numbersOfConnectionsAreSeparatedByCommas() {
        assertThat(BenchSettings.numbers("2, 8")).isEqualTo(List.of(2, 8));
    }
}
