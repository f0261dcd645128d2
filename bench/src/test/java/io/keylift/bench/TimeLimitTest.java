// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TimeLimitTest {

    private final AtomicLong now = new AtomicLong();
    private final TimeLimit limit = new TimeLimit(Duration.ofMinutes(20), now::get);

    @Test
    void aRoundThatWouldEndTooLateIsNotBegun() {
        round(6);
        round(7);

        assertThat(limit.allowsRound()).isTrue();

        round(1);

        assertThat(limit.allowsRound())
                .as("after 14 minutes, with 7 for the longest round")
                .isFalse();
    }

    @Test
    void theFirstRoundIsAlwaysAllowed() {
        pass(30);

        assertThat(limit.allowsRound()).isTrue();
    }

    @Test
    void piecesOfWorkShareWhatIsLeft() {
        pass(8);
        TimeLimit share = limit.share(3);
        share.roundBegins();
        pass(3);
        share.roundEnded();

        assertThat(share.allowsRound()).as("a second round of 3 minutes of 4").isFalse();
    }

    private void round(int minutes) {
        limit.roundBegins();
        pass(minutes);
        limit.roundEnded();
    }

    private void pass(int minutes) {
        now.addAndGet(Duration.ofMinutes(minutes).toNanos());
    }
}
