// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Expected score intervals, computed independently. */
class ShareTest {

    @Test
    void nothingSeenIsNotNothing() {
        Share none = Share.of(0, 100);
        assertThat(none.share()).isZero();
        assertThat(none.low()).isCloseTo(0, within(1e-9));
        assertThat(none.high()).isCloseTo(0.0370, within(0.0001));
    }

    @Test
    void aShareLiesBetweenItsBounds() {
        Share tenth = Share.of(100, 1000);
        assertThat(tenth.share()).isEqualTo(0.1);
        assertThat(tenth.low()).isCloseTo(0.0829, within(0.0001));
        assertThat(tenth.high()).isCloseTo(0.1202, within(0.0001));
    }
}
