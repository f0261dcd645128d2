// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import io.keylift.bulkimport.place.Processors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Decides how many pages of an export are read at the same time. One page is read while the one before it is loaded;
 * more than these two would wait for the same processors. If processors are idle while the export waits for a page, it
 * waits for a distant database, and reads further pages meanwhile, unless the exports of the node already take as many
 * connections as they may.
 */
final class PagesAhead {

    private static final int FEWEST = 2;

    private static final double ALL_BUSY = 0.9;

    /** The processor time of a process is known in steps of a hundredth of a second. */
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final int most;
    private final BooleanSupplier isRoom;
    private final Processors processors;
    private int pages = FEWEST;
    private long waited;
    private long busy;

    /** @param isRoom whether the exports of the node may read one page more */
    PagesAhead(int most, BooleanSupplier isRoom, Processors processors) {
        this.most = Math.max(FEWEST, most);
        this.isRoom = isRoom;
        this.processors = processors;
    }

    int now() {
        return isRoom.getAsBoolean() ? pages : FEWEST;
    }

    /** Waits for a page. A client that reads slowly makes no export wait. */
    Page await(Supplier<Page> page) {
        long begin = System.nanoTime();
        long busyBefore = processors.busyNanos();
        Page read = page.get();
        waited(System.nanoTime() - begin, processors.busyNanos() - busyBefore);
        return read;
    }

    /** @param busyNanos processor time of the node meanwhile */
    void waited(long nanos, long busyNanos) {
        waited += nanos;
        busy += busyNanos;
        if (waited < WINDOW_NANOS) {
            return;
        }
        double share = processors.share(busy, waited);
        if (share > ALL_BUSY) {
            pages = Math.max(FEWEST, pages - 1);
        } else {
            pages = (int) Math.min(pages + Processors.more(pages, share), most);
        }
        waited = 0;
        busy = 0;
    }
}
