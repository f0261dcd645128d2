// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BreakerTest {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final Breaker breaker = new Breaker(2, Duration.ofNanos(10), now::get);

    @Test
    void onlyFailuresInARowOpenIt() {
        assertThat(breaker.failed()).isFalse();
        assertThat(breaker.answered()).isFalse();
        assertThat(breaker.failed()).isFalse();
        assertThat(breaker.mayAsk()).isTrue();
        assertThat(breaker.failed()).isTrue();
        assertThat(breaker.mayAsk()).isFalse();
        assertThat(breaker.isOpen()).isTrue();
    }

    @Test
    void oneQuestionInEachPeriodFindsOutWhetherItIsBack() {
        breaker.failed();
        breaker.failed();

        now.addAndGet(9);
        assertThat(breaker.mayAsk()).isFalse();
        now.addAndGet(1);
        assertThat(breaker.mayAsk()).isTrue();
        assertThat(breaker.mayAsk()).isFalse();
        assertThat(breaker.failed()).as("it was open before").isFalse();
        now.addAndGet(10);
        assertThat(breaker.mayAsk()).isTrue();
        assertThat(breaker.answered()).isTrue();
        assertThat(breaker.mayAsk()).isTrue();
        assertThat(breaker.mayAsk()).isTrue();
    }
}
