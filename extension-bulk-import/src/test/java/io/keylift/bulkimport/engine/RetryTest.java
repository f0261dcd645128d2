// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.bulkimport.rows.TransactionFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RetryTest {

    private static final class Known extends RuntimeException implements TransactionFailure.Known {
        private static final long serialVersionUID = 1L;

        private final TransactionFailure failure;

        private Known(TransactionFailure failure) {
            this.failure = failure;
        }

        @Override
        public TransactionFailure failure() {
            return failure;
        }
    }

    private final Retry retry = new Retry(Duration.ofMinutes(1), () -> false);

    @Test
    void dataIsSearchedAndAFatalFailureEndsTheChunk() throws InterruptedException {
        assertThat(Retry.next(new Known(TransactionFailure.DATA), 1)).isEqualTo(Retry.Next.SEARCH);
        assertThat(Retry.next(new Known(TransactionFailure.DATA), 7)).isEqualTo(Retry.Next.GIVE_UP);
        assertThat(Retry.next(new Known(TransactionFailure.FATAL), 1)).isEqualTo(Retry.Next.GIVE_UP);
    }

    @Test
    void contentionIsTriedAgainButNotForever() throws InterruptedException {
        assertThat(Retry.next(new Known(TransactionFailure.CONTENTION), 1)).isEqualTo(Retry.Next.AGAIN);
        assertThat(Retry.next(new Known(TransactionFailure.CONTENTION), 20)).isEqualTo(Retry.Next.GIVE_UP);
    }

    @Test
    void anUnknownFailureIsTriedAgainBeforeItsRecordsAreSearched() throws InterruptedException {
        List<Retry.Next> steps = new ArrayList<>();
        for (int tries : new int[] {1, 4, 5, 11}) {
            steps.add(Retry.next(new IllegalStateException("unknown"), tries));
        }
        assertThat(steps).containsExactly(Retry.Next.AGAIN, Retry.Next.AGAIN, Retry.Next.SEARCH, Retry.Next.GIVE_UP);
    }

    @Test
    void aDatabaseThatComesBackIsAskedAgain() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        String answer = retry.untilReachable(() -> {
            if (asked.incrementAndGet() < 3) {
                throw new Known(TransactionFailure.UNREACHABLE);
            }
            return "there";
        });
        assertThat(answer).isEqualTo("there");
        assertThat(asked).hasValue(3);
    }

    @Test
    void waitingForTheDatabaseEndsWithItsTimeOrWithTheRun() {
        RuntimeException away = new Known(TransactionFailure.UNREACHABLE);
        assertThatThrownBy(() -> new Retry(Duration.ZERO, () -> false).untilReachable(() -> {
                    throw away;
                }))
                .isSameAs(away);
        assertThatThrownBy(() -> new Retry(Duration.ofHours(1), () -> true).untilReachable(() -> {
                    throw away;
                }))
                .isSameAs(away);
    }

    @Test
    void whatIsNoMatterOfTimeIsNotWaitedFor() {
        RuntimeException data = new Known(TransactionFailure.DATA);
        assertThatThrownBy(() -> retry.untilReachable(() -> {
                    throw data;
                }))
                .isSameAs(data);
    }
}
