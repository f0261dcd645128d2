// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SteadyCallsTest {

    /** No call is answered before the last one has begun. */
    @Test
    @Timeout(30)
    void aCallBeginsBeforeTheOnesBeforeItHaveEnded() throws Exception {
        CountDownLatch last = new CountDownLatch(1);

        List<Double> millis = SteadyCalls.send(20, 1, index -> {
            if (index == 19) {
                last.countDown();
            }
            last.await();
        });

        assertThat(millis).hasSize(20);
        assertThat(millis.get(0)).isGreaterThan(900);
    }

    @Test
    void aCallThatFailsEndsThem() {
        assertThatThrownBy(() -> SteadyCalls.send(1, 1, index -> {
                    throw new IllegalStateException("no answer");
                }))
                .hasRootCauseMessage("no answer");
    }
}
