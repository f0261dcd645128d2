// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FailSafeTest {

    private static final int STACK_BYTES = 256 << 10;

    private static final int STEP = 16;

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

    /** An error ends one attempt, too: a request goes on where the stack or the memory was at its end. */
    @Test
    void anErrorDoesNotReachTheServer() {
        FailSafe failSafe = new FailSafe("anything");
        AtomicInteger attempts = new AtomicInteger();

        for (Error error : List.of(new StackOverflowError(), new OutOfMemoryError(), new AssertionError())) {
            assertThat(failSafe.<String>attempt(
                            () -> {
                                attempts.incrementAndGet();
                                throw error;
                            },
                            "otherwise"))
                    .isEqualTo("otherwise");
        }

        assertThat(attempts).hasValue(3);
    }

    /** The stack has no room for the warning. It is small, because each attempt fills the rest of it again. */
    @Test
    void aStackThatStaysFullDoesNotReachTheServer() throws InterruptedException {
        FailSafe failSafe = new FailSafe("anything");
        AtomicInteger depth = new AtomicInteger();

        Thread small = new Thread(null, () -> depth.set(depthWith(failSafe, 0)), "small stack", STACK_BYTES);
        small.start();
        small.join();

        assertThat(depth).hasValueGreaterThan(10 * STEP);
    }

    /** Attempts something at every {@link #STEP}th depth until the stack is full. */
    private static int depthWith(FailSafe failSafe, int depth) {
        try {
            if (depth % STEP == 0) {
                failSafe.attempt(FailSafeTest::overflow);
            }
            return 1 + depthWith(failSafe, depth + 1);
        } catch (StackOverflowError e) {
            return 1;
        }
    }

    private static void overflow() {
        overflow();
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
