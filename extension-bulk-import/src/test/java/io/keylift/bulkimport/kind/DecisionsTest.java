// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DecisionsTest {

    private final AtomicLong now = new AtomicLong();
    private final Decisions<String> decisions = new Decisions<>(now::get);
    private final List<String> asked = new ArrayList<>();

    @Test
    void whatWasDecidedIsNotAskedAgainForTwoSeconds() {
        assertThat(allow("role", true)).isTrue();
        now.addAndGet(TimeUnit.SECONDS.toNanos(2));

        assertThat(allow("role", false)).isTrue();
        assertThat(asked).containsExactly("role");
    }

    @Test
    void aRightThatIsTakenAwayCountsAfterThat() {
        allow("role", true);
        now.addAndGet(TimeUnit.SECONDS.toNanos(2) + 1);

        assertThat(allow("role", false)).isFalse();
        assertThat(allow("other", true)).isTrue();
    }

    @Test
    void noMoreThanTenThousandAreKept() {
        IntStream.rangeClosed(0, 10_000).forEach(i -> allow("role-" + i, true));

        assertThat(allow("role-10000", false)).isTrue();
        assertThat(allow("role-0", false)).isFalse();
    }

    private boolean allow(String key, boolean decision) {
        return decisions.allow(key, any -> {
            asked.add(any);
            return decision;
        });
    }
}
