// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.client.answer.Counts;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTextTest {

    private final AtomicLong nanos = new AtomicLong();

    @Test
    void aFileHasABarWithRateRejectsAndRemainingTime() {
        ProgressText text = new ProgressText("people", 4000, nanos::get);
        nanos.set(TimeUnit.SECONDS.toNanos(100));

        assertThat(text.line(new Counts(50_000, Map.of("rejected", 3L)), 1000))
                .isEqualTo("people: [#####---------------] 25 %, 0:05:00 left, 500/s, 50,000 read, 3 rejected");
    }

    @Test
    void aStreamHasNoBar() {
        ProgressText text = new ProgressText("people", -1, nanos::get);
        nanos.set(TimeUnit.SECONDS.toNanos(2));

        assertThat(text.line(new Counts(1000, Map.of("added", 1000L)), 1 << 20))
                .isEqualTo("people: 500/s, 1,000 read, 1,000 added");
    }
}
