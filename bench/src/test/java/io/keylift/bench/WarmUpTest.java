// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmUpTest {

    private final WarmUp warmUp = new WarmUp(60);

    @Test
    void isNotDoneBeforeItsTime() {
        warmUp.add(100, 20);
        warmUp.add(100, 20);

        assertThat(warmUp.isDone()).isFalse();
        assertThat(warmUp.result().steady()).isTrue();
    }

    @Test
    void isDoneWhenTheLastTwoRatesAreCloseToEachOther() {
        warmUp.add(50, 40);
        warmUp.add(96, 40);
        assertThat(warmUp.isDone()).isFalse();

        warmUp.add(100, 10);
        assertThat(warmUp.isDone()).isTrue();
        assertThat(warmUp.result().rates()).containsExactly(50.0, 96.0, 100.0);
        assertThat(warmUp.result().seconds()).isEqualTo(90);
    }

    @Test
    void fivePercentAreNotClose() {
        warmUp.add(100, 60);
        warmUp.add(95, 60);

        assertThat(warmUp.isDone()).isFalse();
    }

    @Test
    void endsAfterThreeTimesAsLongAndSaysThatTheRateStillChanges() {
        warmUp.add(50, 90);
        warmUp.add(100, 90);

        assertThat(warmUp.isDone()).isTrue();
        assertThat(warmUp.result().steady()).isFalse();
    }

    @Test
    void whatNeedsNoneIsDoneAfterOneWindow() {
        WarmUp none = new WarmUp(0);
        none.add(100, 1);

        assertThat(none.isDone()).isTrue();
        assertThat(none.result().steady()).isTrue();
    }
}
