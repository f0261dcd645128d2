// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.place;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The places of a node for one sort of work. Their number is fixed, and work takes one before it begins.
 *
 * <p>A request can {@link #await wait} for a place for a moment, which is longer than an import of a few records takes.
 * A refused caller counts as waiting for a while. Meanwhile they take precedence over realms, and over callers in the
 * realm, with more places. A caller who is alone can have all places.
 */
public final class Places {

    /** Time after which a refused client should ask again. */
    public static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    /** Time for which a refused client counts as waiting: it asks again, and requests take time. */
    static final Duration WAITS = RETRY_AFTER.multipliedBy(4);

    /** Longest time for which a request waits for a place: its client must learn soon that it is refused. */
    private static final Duration MOMENT = Duration.ofSeconds(1);

    /** Requests that wait for each place: each one keeps a thread of the server. */
    private static final int WAITING_FOR_A_PLACE = 4;

    private final int max;
    private final Patience patience;
    private final LongSupplier clock;
    private final Set<Slot> taken = new HashSet<>();

    /** Requests that wait for a moment, in the order in which they came. */
    private final List<Waiter> queue = new ArrayList<>();

    /** Time of refusal of each waiting holder. */
    private final Map<Holder, Long> waiting = new HashMap<>();

    /** @param max number of places */
    public Places(int max, Patience patience) {
        this(max, patience, System::nanoTime);
    }

    Places(int max, Patience patience, LongSupplier clock) {
        this.max = max;
        this.patience = patience;
        this.clock = clock;
    }

    Patience patience() {
        return patience;
    }

    /** A request that waits for a moment: each is another one, also of the same holder. */
    private static final class Waiter {

        private final Holder holder;

        Waiter(Holder holder) {
            this.holder = holder;
        }
    }

    /**
     * Takes a place.
     *
     * @return {@code null} if there is none for this holder
     */
    public synchronized Place take(Holder holder) {
        return isFreeFor(holder) ? taken(holder) : refuse(holder);
    }

    /**
     * Takes a place as soon as there is one for this holder that no earlier request can have.
     *
     * @return {@code null} if there is none for a moment, or if too many wait
     */
    public Place await(Holder holder) throws InterruptedException {
        return await(holder, MOMENT);
    }

    synchronized Place await(Holder holder, Duration longest) throws InterruptedException {
        if (queue.size() >= WAITING_FOR_A_PLACE * max) {
            return refuse(holder);
        }
        Waiter waiter = new Waiter(holder);
        queue.add(waiter);
        try {
            long deadline = System.nanoTime() + longest.toNanos();
            while (!isNext(waiter)) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return refuse(holder);
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
            return taken(holder);
        } finally {
            queue.remove(waiter);
            notifyAll();
        }
    }

    private boolean isNext(Waiter waiter) {
        return queue.stream()
                .filter(each -> isFreeFor(each.holder))
                .findFirst()
                .filter(first -> first == waiter)
                .isPresent();
    }

    private boolean isFreeFor(Holder holder) {
        forgetWhoGaveUp();
        return taken.size() + keptFrom(holder) < max;
    }

    private Place taken(Holder holder) {
        waiting.remove(holder);
        Slot slot = new Slot(this, holder);
        taken.add(slot);
        return new Place(slot);
    }

    private Place refuse(Holder holder) {
        waiting.put(holder, clock.getAsLong());
        return null;
    }

    /** Number of requests that wait for a place. */
    synchronized int queued() {
        return queue.size();
    }

    synchronized void free(Slot slot) {
        taken.remove(slot);
        notifyAll();
    }

    /**
     * Whether a place whose client is slow must be given up for a waiting caller who has fewer places. The place then
     * counts as given up, so that no more places are given up than callers wait.
     */
    synchronized boolean yields(Slot slot) {
        forgetWhoGaveUp();
        long given = taken.stream().filter(each -> each.yielding).count();
        long owed = waiting.keySet().stream()
                .filter(waits -> isOwed(slot.holder, waits))
                .count();
        if (!slot.yielding && given < owed) {
            slot.yielding = true;
        }
        return slot.yielding;
    }

    /**
     * Whether it is fair that the holder loses a place: the waiting one has none, or will not have more than the
     * holder.
     */
    private boolean isOwed(Holder holder, Holder waits) {
        long lead = lead(holder, waits);
        boolean sameRealm = waits.realmId().equals(holder.realmId());
        boolean hasNone = (sameRealm ? ofCaller(waits) : ofRealm(waits.realmId())) == 0;
        return lead > 1 || lead == 1 && hasNone;
    }

    /** Number of places that this holder cannot take, because others with fewer places wait. */
    private long keptFrom(Holder holder) {
        Map<String, Long> others = new HashMap<>();
        long kept = 0;
        for (Holder waits : waiting.keySet()) {
            long lead = lead(holder, waits);
            if (waits.realmId().equals(holder.realmId())) {
                kept += lead > 0 ? 1 : 0;
            } else if (others.getOrDefault(waits.realmId(), 0L) < lead) {
                others.merge(waits.realmId(), 1L, Long::sum);
            }
        }
        return kept + others.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Number of places that a caller, or their realm, has more than another caller, or that caller's realm. */
    private long lead(Holder holder, Holder other) {
        return holder.realmId().equals(other.realmId())
                ? ofCaller(holder) - ofCaller(other)
                : ofRealm(holder.realmId()) - ofRealm(other.realmId());
    }

    private long ofRealm(String realmId) {
        return taken.stream()
                .filter(slot -> slot.holder.realmId().equals(realmId))
                .count();
    }

    private long ofCaller(Holder holder) {
        return taken.stream().filter(slot -> slot.holder.equals(holder)).count();
    }

    private void forgetWhoGaveUp() {
        long now = clock.getAsLong();
        waiting.values().removeIf(since -> now - since > WAITS.toNanos());
    }

    /** A place, independent of its user. */
    static final class Slot {

        private final Places places;
        private final Holder holder;
        private boolean yielding;
        private int uses = 1;

        private Slot(Places places, Holder holder) {
            this.places = places;
            this.holder = holder;
        }

        Places places() {
            return places;
        }

        boolean yields() {
            return places.yields(this);
        }

        /** Begins a use. At most two at a time: the earlier user, and the one that takes over. */
        synchronized boolean use() {
            boolean free = uses == 1;
            if (free) {
                uses++;
            }
            return free;
        }

        synchronized void leave() {
            uses--;
            if (uses == 0) {
                places.free(this);
            }
        }
    }
}
