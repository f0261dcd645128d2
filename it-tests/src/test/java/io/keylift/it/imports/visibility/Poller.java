// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.visibility;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Repeats an action until it is closed. */
final class Poller implements AutoCloseable {

    private final CompletableFuture<Void> polling;
    private volatile boolean closed;
    private volatile int rounds;

    Poller(Runnable round) {
        // A thread of its own: the common pool may have none to spare.
        polling = CompletableFuture.runAsync(
                () -> {
                    while (!closed) {
                        round.run();
                        rounds = rounds + 1;
                    }
                },
                task -> new Thread(task, "poller").start());
    }

    void awaitRounds(int count) {
        await().pollInterval(Duration.ofMillis(2)).until(() -> polling.isDone() || rounds >= count);
    }

    /** Waits for the round that is under way, and fails as it has failed. */
    @Override
    public void close() {
        closed = true;
        polling.join();
    }
}
