// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AdminApiRunTest {

    @Test
    void theBestNumberOfConnectionsCounts() {
        assertThat(AdminApiRun.best(Map.of(1, 150.0, 4, 410.0, 16, 440.0, 64, 380.0)))
                .isEqualTo(16);
    }
}
