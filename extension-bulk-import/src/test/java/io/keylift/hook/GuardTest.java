// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.PersistenceException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.keycloak.models.ModelException;

class GuardTest {

    private static final int STACK_BYTES = 256 << 10;

    private static final int STEP = 16;

    private final Guard guard = new Guard("anything");

    @Test
    void noFailureOfOurCodePassesOn() {
        for (Throwable failure : List.of(
                new StackOverflowError(),
                new NoClassDefFoundError(),
                new OutOfMemoryError(),
                new IllegalStateException(),
                new IOException())) {
            assertThat(guard.<String>call(() -> raise(failure), "otherwise"))
                    .as("%s", failure)
                    .isEqualTo("otherwise");
        }
    }

    /**
     * The transaction is already marked for rollback: work that went on would fail at the commit, without the cause.
     */
    @Test
    void theDatabasesExceptionPassesOn() {
        for (RuntimeException failure : List.of(new PersistenceException("locked"), new ModelException("locked"))) {
            assertThatThrownBy(() -> guard.run(() -> raise(failure))).isSameAs(failure);
        }
    }

    @Test
    void aResultIsReturned() {
        assertThat(guard.<String>call(() -> "result", "otherwise")).isEqualTo("result");
    }

    /** The stack has no room for the warning. It is small, because each run fills the rest of it again. */
    @Test
    void aStackThatStaysFullDoesNotReachTheServer() throws InterruptedException {
        AtomicInteger depth = new AtomicInteger();

        Thread small = new Thread(null, () -> depth.set(depthBelow(0)), "small stack", STACK_BYTES);
        small.start();
        small.join();

        assertThat(depth).hasValueGreaterThan(10 * STEP);
    }

    /** Fails at every {@link #STEP}th depth until the stack is full. */
    private int depthBelow(int depth) {
        try {
            if (depth % STEP == 0) {
                guard.run(GuardTest::overflow);
            }
            return 1 + depthBelow(depth + 1);
        } catch (StackOverflowError e) {
            return 1;
        }
    }

    private static void overflow() {
        overflow();
    }

    private static String raise(Throwable failure) throws Exception {
        if (failure instanceof Error error) {
            throw error;
        }
        throw (Exception) failure;
    }
}
