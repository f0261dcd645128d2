// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The sum of the events in the window, by slice. Thread-safe; locks are held briefly.
 *
 * @param <E> what is summed up
 * @param <S> the sum
 */
final class RecentFigures<E, S extends Sum<E, S>> {

    private final Supplier<S> maker;
    private final List<S> slices = new ArrayList<>(Slices.KEPT);
    private final long[] numbers = new long[Slices.KEPT];
    private long last;
    private boolean isForgotten;

    /** @param maker makes an empty sum */
    RecentFigures(Supplier<S> maker) {
        this.maker = maker;
        for (int place = 0; place < Slices.KEPT; place++) {
            slices.add(null);
        }
    }

    /** @return whether the event was added; {@code false} if these figures have been dropped */
    synchronized boolean add(E event, long slice) {
        if (isForgotten) {
            return false;
        }
        int place = (int) (slice % Slices.KEPT);
        if (slices.get(place) == null || numbers[place] < slice) {
            slices.set(place, maker.get());
            numbers[place] = slice;
        }
        slices.get(place).add(event);
        last = Math.max(last, slice);
        return true;
    }

    /** Adds the figures of this slice and later ones to a sum. */
    synchronized void addTo(S sum, long first) {
        for (int place = 0; place < Slices.KEPT; place++) {
            if (slices.get(place) != null && numbers[place] >= first) {
                sum.addAll(slices.get(place));
            }
        }
    }

    /** Changes the figures of each slice. */
    synchronized void forEach(Consumer<S> change) {
        slices.stream().filter(Objects::nonNull).forEach(change);
    }

    /** Whether there are no figures of this slice or later ones. */
    synchronized boolean endedBefore(long first) {
        return last < first;
    }

    /**
     * Drops the figures if there are none of this slice or later ones: no events can be added from then on.
     *
     * @return whether they were dropped
     */
    synchronized boolean forgetIfEndedBefore(long first) {
        isForgotten = last < first;
        return isForgotten;
    }
}
