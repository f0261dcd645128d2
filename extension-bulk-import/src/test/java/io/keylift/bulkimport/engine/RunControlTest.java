// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keylift.bulkimport.job.JobStatus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RunControlTest {

    private final AtomicInteger resumed = new AtomicInteger();
    private final RunControl control = new RunControl();

    @BeforeEach
    void countResumptions() {
        control.afterPause(resumed::incrementAndGet);
    }

    @Test
    void theFirstWishToEndStands() {
        control.end(JobStatus.STOPPED, "rejected", "first");
        control.end(RunControl.CANCELLED);

        assertThat(control.end().code()).isEqualTo("rejected");
    }

    @Test
    void aWishToEndInterruptsTheReadingAndNothingElse() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CompletableFuture<Boolean> interruptedAfterwards = CompletableFuture.supplyAsync(() -> {
            assertThatThrownBy(() -> control.read(() -> {
                        reading.countDown();
                        try {
                            return new CompletableFuture<>().get();
                        } catch (Exception e) {
                            Thread.currentThread().interrupt(); // as streams do
                            throw new IllegalStateException(e);
                        }
                    }))
                    .hasRootCauseInstanceOf(InterruptedException.class);
            return Thread.currentThread().isInterrupted();
        });
        reading.await();
        control.end(RunControl.CANCELLED);

        assertThat(interruptedAfterwards.get()).isFalse();
        assertThat(control.<String>read(() -> "never")).isNull();
    }

    @Test
    void aPauseHoldsTheRunUntilItIsResumed() throws InterruptedException {
        control.pause();
        Thread turn = waitingForItsTurn();
        assertThat(control.pausedNanos(System.nanoTime())).isPositive();

        control.resume();
        turn.join();
        assertThat(resumed).hasValue(1);
    }

    @Test
    void anEndLetsAPausedRunGoOn() throws InterruptedException {
        control.pause();
        Thread turn = waitingForItsTurn();
        control.end(RunControl.CANCELLED);

        turn.join();
        assertThat(resumed).hasValue(0);
    }

    @Test
    void resumingARunThatIsNotPausedChangesNothing() {
        control.resume();

        assertThat(resumed).hasValue(0);
        assertThat(control.pausedNanos(System.nanoTime())).isZero();
    }

    private Thread waitingForItsTurn() {
        Thread turn = new Thread(() -> {
            try {
                control.awaitTurn();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        turn.start();
        await().until(() -> turn.getState() == Thread.State.WAITING);
        return turn;
    }
}
