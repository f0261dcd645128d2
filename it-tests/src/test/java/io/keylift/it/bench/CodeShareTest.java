// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Figures of Wilson's score interval, by hand. */
class CodeShareTest {

    @Test
    void nothingSeenIsNotNothing() {
        CodeShare.Interval interval = new CodeShare("password", 100, 0, List.of(0.0)).interval();
        assertThat(interval.low()).isCloseTo(0, within(1e-9));
        assertThat(interval.high()).isCloseTo(0.0370, within(0.0001));
    }

    @Test
    void theShareLiesInItsInterval() {
        CodeShare share = new CodeShare("password", 1000, 100, List.of(0.1));
        assertThat(share.share()).isEqualTo(0.1);
        assertThat(share.interval().low()).isCloseTo(0.0829, within(0.0001));
        assertThat(share.interval().high()).isCloseTo(0.1202, within(0.0001));
    }
}
