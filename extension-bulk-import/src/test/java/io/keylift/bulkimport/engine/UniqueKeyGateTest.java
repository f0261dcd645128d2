// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class UniqueKeyGateTest {

    private final UniqueKeyGate gate = new UniqueKeyGate();

    private CompletableFuture<Void> enter(int chunk, String... keys) {
        return inBackground(() -> gate.enter(chunk, Set.of(keys)));
    }

    private interface Waiting {
        void run() throws InterruptedException;
    }

    private static CompletableFuture<Void> inBackground(Waiting waiting) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                waiting.run();
                done.complete(null);
            } catch (InterruptedException | UniqueKeyGate.ClosedException e) {
                done.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        await().until(() -> done.isDone() || thread.getState() == Thread.State.WAITING);
        return done;
    }

    @Test
    void chunksWithoutACommonKeyPassTogether() {
        assertThat(enter(1, "username:a")).isCompleted();
        assertThat(enter(2, "username:b")).isCompleted();
    }

    @Test
    void aChunkWaitsForAnEarlierOneThatHoldsAKeyOfIts() {
        enter(1, "username:a");
        CompletableFuture<Void> second = enter(2, "username:a", "username:b");
        assertThat(second).isNotDone();

        gate.leave(1);

        assertThat(second).succeedsWithin(Duration.ofSeconds(5));
    }

    @Test
    void aChunkWaitsForTheEarliestHolderEvenBehindALaterOne() {
        enter(1, "username:a", "username:b");
        CompletableFuture<Void> second = enter(2, "username:a");
        CompletableFuture<Void> third = enter(3, "username:a", "username:b");
        gate.leave(1);
        assertThat(second).succeedsWithin(Duration.ofSeconds(5));
        assertThat(third).isNotDone();

        gate.leave(2);

        assertThat(third).succeedsWithin(Duration.ofSeconds(5));
    }

    @Test
    void keysAreAnnouncedInTheOrderOfTheInput() {
        CompletableFuture<Void> second = enter(2, "username:a");
        assertThat(second).isNotDone();

        CompletableFuture<Void> first = enter(1, "username:a");

        assertThat(first).succeedsWithin(Duration.ofSeconds(5));
        assertThat(second).isNotDone();
        gate.leave(1);
        assertThat(second).succeedsWithin(Duration.ofSeconds(5));
    }

    @Test
    void aSkippedChunkHoldsNobodyUp() throws InterruptedException {
        CompletableFuture<Void> second = enter(2, "username:a");

        gate.skip(1);

        assertThat(second).succeedsWithin(Duration.ofSeconds(5));
    }

    @Test
    void aClosedGateTurnsAwayWhoWaitsAtItAndWhoComes() {
        enter(1, "username:a");
        CompletableFuture<Void> second = enter(2, "username:a");
        CompletableFuture<Void> fourth = enter(4, "username:d");

        gate.close();

        assertThat(second).failsWithin(Duration.ofSeconds(5));
        assertThat(fourth).failsWithin(Duration.ofSeconds(5));
        assertThat(enter(3, "username:c")).failsWithin(Duration.ofSeconds(5));
    }

    /**
     * A chunk that waited for the failed chunk and then entered would be committed before it when the import is
     * resumed.
     */
    @Test
    void whoWaitsForAChunkThatFailsNeverEnters() {
        enter(1, "username:a");
        CompletableFuture<Void> second = enter(2, "username:a");

        gate.close();
        gate.leave(1);

        assertThat(second).failsWithin(Duration.ofSeconds(5));
    }

    @Test
    void whatAnEarlierChunkHoldsIsHeldUntilThatIsCommitted() {
        enter(1, "email:a");
        enter(2, "email:b");
        enter(3, "email:c");

        assertThat(gate.heldEarlier(2)).containsExactly(Set.of("email:a"));
        gate.leave(1);
        assertThat(gate.heldEarlier(2)).isEmpty();
    }

    @Test
    void whoFollowsAllEarlierChunksWaitsForThemAlone() {
        enter(1, "username:a");
        enter(2, "username:b");
        enter(3, "username:c");
        CompletableFuture<Void> second = inBackground(() -> gate.awaitEarlier(2));
        assertThat(second).isNotDone();

        gate.leave(1);

        assertThat(second).succeedsWithin(Duration.ofSeconds(5));
    }

    @Test
    void whoFollowsAChunkThatFailsIsTurnedAway() {
        enter(1, "username:a");
        enter(2, "username:b");
        CompletableFuture<Void> second = inBackground(() -> gate.awaitEarlier(2));

        gate.close();

        assertThat(second).failsWithin(Duration.ofSeconds(5));
    }
}
