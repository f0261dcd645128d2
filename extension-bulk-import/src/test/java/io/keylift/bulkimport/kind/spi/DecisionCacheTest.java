// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.benmanes.caffeine.cache.Cache;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DecisionCacheTest {

    private final AtomicLong now = new AtomicLong();
    private final Cache<String, Boolean> decisions = DecisionCache.create(now::get);

    @Test
    void aDecisionIsKeptForTwoSeconds() {
        decisions.get("role", any -> true);
        now.addAndGet(TimeUnit.SECONDS.toNanos(2) - 1);

        assertThat(decisions.get("role", any -> false)).isTrue();
        assertThat(decisions.get("other", any -> false)).isFalse();
    }

    @Test
    void law11_aRevokedPermissionTakesEffectAfterTwoSeconds() {
        decisions.get("role", any -> true);
        now.addAndGet(TimeUnit.SECONDS.toNanos(1));
        decisions.get("role", any -> true);
        now.addAndGet(TimeUnit.SECONDS.toNanos(1));

        assertThat(decisions.get("role", any -> false)).isFalse();
    }

    @Test
    void noMoreThanTenThousandAreKept() {
        IntStream.rangeClosed(0, 10_000).forEach(i -> decisions.get("role-" + i, any -> true));
        decisions.cleanUp();

        assertThat(decisions.estimatedSize()).isEqualTo(10_000);
    }

    @Test
    void aFailureIsNotKept() {
        assertThatThrownBy(() -> decisions.get("role", any -> {
                    throw new IllegalStateException("no database");
                }))
                .hasMessage("no database");

        assertThat(decisions.get("role", any -> true)).isTrue();
    }
}
