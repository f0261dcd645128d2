// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ThrottledSupplierTest {

    private long now;
    private long takes;
    private int made;
    private final ThrottledSupplier<Integer> supplier = new ThrottledSupplier<>(this::make, () -> now);

    private int make() {
        now += takes;
        return ++made;
    }

    @Test
    void whatIsMadeQuicklyIsMadeAnewEachTime() {
        takes = TimeUnit.MILLISECONDS.toNanos(100);

        assertThat(supplier.get()).isEqualTo(1);
        assertThat(supplier.get()).isEqualTo(2);
    }

    @Test
    void whatTakesLongTakesATenthOfTheTime() {
        takes = TimeUnit.SECONDS.toNanos(2);
        long end = now + TimeUnit.MINUTES.toNanos(10);
        while (now < end) {
            supplier.get();
            now += TimeUnit.MILLISECONDS.toNanos(50);
        }

        assertThat(made * takes).isBetween(TimeUnit.SECONDS.toNanos(50), TimeUnit.SECONDS.toNanos(62));
    }

    @Test
    void whatNoLongerTakesLongIsMadeAnew() {
        takes = TimeUnit.SECONDS.toNanos(2);
        assertThat(supplier.get()).isEqualTo(1);
        assertThat(supplier.get()).isEqualTo(1);
        takes = 0;
        now += TimeUnit.SECONDS.toNanos(20);

        assertThat(supplier.get()).isEqualTo(2);
        assertThat(supplier.get()).isEqualTo(3);
    }
}
