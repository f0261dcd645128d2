// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LongestLockTest {

    private static final LockWait POOL = new LockWait("Loader", List.of("Pool.get"));
    private static final LockWait STATEMENT = new LockWait("Loader", List.of("Socket.read"));
    private static final LockWait LETS_GO = new LockWait("Loader", List.of("ClassLoader.load"));

    private final LongestLock lock = new LongestLock();

    @Test
    void noneWasWaitedFor() {
        assertThat(lock.get()).isNull();
    }

    @Test
    void theHolderIsShownAsInMostLooks() {
        lock.seen(STATEMENT, 0, 10);
        lock.seen(POOL, 0, 20);
        lock.seen(POOL, 0, 30);
        lock.seen(POOL, 0, 40);
        lock.seen(LETS_GO, 0, 50);

        assertThat(lock.get()).isEqualTo(POOL);
    }

    @Test
    void ofTwoWaitsTheLongerIsShown() {
        lock.seen(STATEMENT, 0, 30);
        lock.seen(POOL, 100, 120);

        assertThat(lock.get()).isEqualTo(STATEMENT);

        lock.seen(POOL, 100, 140);

        assertThat(lock.get()).isEqualTo(POOL);
    }

    @Test
    void whatOneWaitShowedIsNoVoteInTheNext() {
        lock.seen(STATEMENT, 0, 10);
        lock.seen(STATEMENT, 0, 20);
        lock.seen(POOL, 100, 130);

        assertThat(lock.get()).isEqualTo(POOL);
    }
}
