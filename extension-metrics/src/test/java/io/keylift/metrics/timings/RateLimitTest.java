// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateLimitTest {

    private static final long SECOND = 1_000_000_000;

    private long now = -3 * SECOND;
    private final RateLimit limit = new RateLimit(2, 4, () -> now);

    @Test
    void soManyAreAllowedAtOnceAndThenOneByOne() {
        assertThat(allowed(10)).isEqualTo(4);
        now += SECOND / 2 - 1;
        assertThat(allowed(1)).isZero();
        now += 1;
        assertThat(allowed(2)).isEqualTo(1);
    }

    @Test
    void aLongPauseAllowsNoMoreAtOnce() {
        now += 100 * SECOND;
        assertThat(allowed(10)).isEqualTo(4);
    }

    private long allowed(int times) {
        return IntStream.range(0, times).filter(time -> limit.isWithin()).count();
    }
}
