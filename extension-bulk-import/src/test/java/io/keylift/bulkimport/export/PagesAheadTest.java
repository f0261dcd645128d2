// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.place.Processors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PagesAheadTest {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private boolean isRoom = true;

    private final PagesAhead pages = new PagesAhead(6, () -> isRoom, new Processors() {
        @Override
        public int count() {
            return 2;
        }

        @Override
        public long busyNanos() {
            return 0;
        }
    });

    @Test
    void readsMoreWhereTheProcessorsAreIdle() {
        pages.waited(200 * MILLI, 100 * MILLI);

        assertThat(pages.now()).as("two pages keep a quarter busy").isEqualTo(5);
    }

    @Test
    void readsNoMoreThanItMay() {
        pages.waited(1000 * MILLI, MILLI);

        assertThat(pages.now()).isEqualTo(6);
    }

    @Test
    void readsTwoWhereTheProcessorsAreBusy() {
        pages.waited(200 * MILLI, 240 * MILLI);

        assertThat(pages.now()).isEqualTo(2);
    }

    @Test
    void readsFewerOnceTheProcessorsAreBusy() {
        pages.waited(200 * MILLI, 100 * MILLI);
        pages.waited(200 * MILLI, 390 * MILLI);

        assertThat(pages.now()).isEqualTo(4);
    }

    @Test
    void decidesWhenItHasWaitedForATenthOfASecond() {
        pages.waited(99 * MILLI, MILLI);

        assertThat(pages.now()).isEqualTo(2);
    }

    @Test
    void readsTwoWhereOtherExportsReadAsManyAsTheyMayTogether() {
        pages.waited(200 * MILLI, 100 * MILLI);
        isRoom = false;

        assertThat(pages.now()).isEqualTo(2);
    }
}
