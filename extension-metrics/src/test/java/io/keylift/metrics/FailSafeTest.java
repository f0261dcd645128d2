// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FailSafeTest {

    @Test
    void afterAFailureOfTheServersInsideItIsOver() {
        FailSafe failSafe = new FailSafe("anything");
        AtomicInteger attempts = new AtomicInteger();

        for (int i = 0; i < 3; i++) {
            failSafe.attempt(() -> {
                attempts.incrementAndGet();
                throw new NoSuchMethodError("moved");
            });
        }

        assertThat(attempts).hasValue(1);
    }

    @Test
    void aFailureOfOneRequestIsPassedOver() {
        FailSafe failSafe = new FailSafe("anything");
        AtomicInteger attempts = new AtomicInteger();

        for (int i = 0; i < 3; i++) {
            failSafe.attempt(() -> {
                attempts.incrementAndGet();
                throw new IllegalStateException("the transaction has just timed out");
            });
        }

        assertThat(attempts).hasValue(3);
    }

    @Test
    void asLongAsItWorksItGoesOn() {
        FailSafe failSafe = new FailSafe("anything");
        AtomicInteger attempts = new AtomicInteger();

        for (int i = 0; i < 3; i++) {
            failSafe.attempt(attempts::incrementAndGet);
        }

        assertThat(attempts).hasValue(3);
    }
}
