// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.place;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.Cleaner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/** A place that a caller has taken. It becomes free when it is released, or when it is no longer reachable. */
public final class Place {

    private final Places.Slot slot;
    private final Release release;
    private final Cleaner.Cleanable cleanable;
    private volatile LongSupplier clock = System::nanoTime;

    Place(Places.Slot slot) {
        this.slot = slot;
        release = new Release(slot);
        // An answer that is never written, because its client has disconnected, would keep its place forever.
        cleanable = slot.places().patience().cleaner().register(this, release);
    }

    /**
     * Shares the place with the thread that takes over the work.
     *
     * @return {@code null} if another thread is taking it over, or if it is already free
     */
    public Place share() {
        return slot.use() ? new Place(slot) : null;
    }

    /** Adds an action for the release of the place. It must not refer to the place. */
    public void alsoReleases(Runnable other) {
        release.add(other);
    }

    /** Measures time by another clock, in nanoseconds: it stands still while the client need not do anything. */
    public void clock(LongSupplier nanos) {
        clock = nanos;
    }

    /** Returns a stream of a client's input; reading fails if it comes too slowly. */
    public InputStream reading(InputStream in) {
        return new PacedInput(in, patience().waiting(this::now, slot::yields));
    }

    /** Returns a stream to a client; writing fails if it reads too slowly. */
    public OutputStream writing(OutputStream out) {
        return new PacedOutput(out, patience().waiting(this::now, slot::yields));
    }

    /** Whether the place must be given up for a waiting caller who has fewer places. */
    public boolean yields() {
        return slot.yields();
    }

    /** A repeated call has no effect. */
    public void release() {
        cleanable.clean();
    }

    private Patience patience() {
        return slot.places().patience();
    }

    private long now() {
        return clock.getAsLong();
    }

    private static final class Release implements Runnable {

        private final Places.Slot slot;
        private final Deque<Runnable> others = new ArrayDeque<>();

        private Release(Places.Slot slot) {
            this.slot = slot;
        }

        private synchronized void add(Runnable other) {
            others.add(other);
        }

        @Override
        public void run() {
            slot.leave();
            Runnable other = next();
            while (other != null) {
                other.run();
                other = next();
            }
        }

        private synchronized Runnable next() {
            return others.poll();
        }
    }
}
