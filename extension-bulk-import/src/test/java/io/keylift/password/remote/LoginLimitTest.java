// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoginLimitTest {

    private final AtomicLong now = new AtomicLong();
    private final LoginLimit wrong = new LoginLimit(2, Duration.ofNanos(10), now::get);

    @Test
    void theNumberOfAWindowIsLimited() {
        assertThat(wrong.take("carla")).isTrue();
        assertThat(wrong.take("C\u00e1r\u00adla ")).isTrue();
        assertThat(wrong.take("carla")).isFalse();
        assertThat(wrong.take("carla")).isFalse();
        assertThat(wrong.take("otto")).isTrue();

        now.addAndGet(10);
        assertThat(wrong.take("carla")).isTrue();
    }

    /** Attempts at the same moment cannot be more than the limit, as each counts until it is known to be right. */
    @Test
    void anAttemptThatWasNotWrongIsTakenBack() {
        for (int i = 0; i < 5; i++) {
            assertThat(wrong.take("carla")).isTrue();
            wrong.giveBack("carla");
        }
        wrong.giveBack("carla");
        wrong.giveBack("otto");
        assertThat(wrong.take("carla")).isTrue();
        assertThat(wrong.take("carla")).isTrue();
        assertThat(wrong.take("carla")).isFalse();
    }
}
