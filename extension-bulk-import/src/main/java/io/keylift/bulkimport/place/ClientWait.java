// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.place;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Time for which the client of one stream has kept its node waiting. A client may waste a minute, and gets time back
 * with each byte. If others wait for its place, it may waste a few seconds, and each byte earns less.
 */
final class ClientWait {

    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Duration WITH_OTHERS_WAITING = Duration.ofSeconds(5);

    /** Bytes a second below which a client counts as slow: a tenth of the rate of a slow line. */
    static final long BRISK = 64 * 1024;

    private static final double SECOND = 1e9;

    private final long rate;
    private final LongSupplier clock;
    private final BooleanSupplier yields;
    private double left = PATIENCE.toNanos();
    private double leftInTheWay = WITH_OTHERS_WAITING.toNanos();
    private Thread waiting;
    private long since;
    private boolean late;

    /**
     * @param rate bytes a second that a client must reach on average; 0 for no limit
     * @param clock in nanoseconds; stands still while nothing is expected of the client
     * @param yields whether the client must give way to others who wait
     */
    ClientWait(long rate, LongSupplier clock, BooleanSupplier yields) {
        this.rate = rate;
        this.clock = clock;
        this.yields = yields;
    }

    /** Called when this thread begins to wait for the client. Fails if the client was already too slow. */
    synchronized void begin() throws SlowClientException {
        if (late) {
            throw tooSlow();
        }
        waiting = Thread.currentThread();
        since = clock.getAsLong();
    }

    /** Called when the wait has ended with this number of bytes. */
    synchronized void end(long bytes) throws SlowClientException {
        count();
        waiting = null;
        if (late) {
            Thread.interrupted(); // the thread's next task must not be interrupted by it
            throw tooSlow();
        }
        if (rate > 0) {
            left = Math.min(PATIENCE.toNanos(), left + bytes * SECOND / rate);
        }
        leftInTheWay = Math.min(WITH_OTHERS_WAITING.toNanos(), leftInTheWay + bytes * SECOND / BRISK);
    }

    /** Interrupts a thread that has waited for too long. Another thread calls it periodically. */
    synchronized void check() {
        if (waiting == null || late) {
            return;
        }
        count();
        if (rate > 0 && left < 0 || leftInTheWay < 0 && yields.getAsBoolean()) {
            late = true;
            waiting.interrupt();
        }
    }

    private static SlowClientException tooSlow() {
        return new SlowClientException(
                "The client was slower than `min-client-rate` allows, or than others could wait for");
    }

    private void count() {
        long now = clock.getAsLong();
        left -= now - since;
        // Earlier slowness does not count against a client that is quick now.
        leftInTheWay = Math.max(-SECOND, leftInTheWay - (now - since));
        since = now;
    }
}
