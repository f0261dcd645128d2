// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Sums of the events in the window by key, up to a limit. Keys without events in the window are dropped. Thread-safe.
 *
 * @param <K> key of the events that are summed up together
 * @param <E> what is summed up
 * @param <S> the sum
 */
final class RecentMap<K, E, S extends Sum<E, S>> {

    private final Slices slices;
    private final int most;
    private final UnaryOperator<K> beyond;
    private final Supplier<S> maker;
    private final Map<K, RecentFigures<E, S>> figures = new ConcurrentHashMap<>();
    private final AtomicLong swept = new AtomicLong();

    /**
     * @param most maximum number of keys
     * @param beyond returns the key for a key beyond the limit
     * @param maker makes an empty sum
     */
    RecentMap(Slices slices, int most, UnaryOperator<K> beyond, Supplier<S> maker) {
        this.slices = slices;
        this.most = most;
        this.beyond = beyond;
        this.maker = maker;
    }

    /**
     * Drops what is out of the window. Cheap, except for the first call in a slice.
     *
     * @param slice number of the current slice
     * @param then receives the keys that are left, if anything may have been dropped
     */
    void sweep(long slice, Consumer<Stream<K>> then) {
        long before = swept.get();
        if (before < slice && swept.compareAndSet(before, slice)) {
            synchronized (figures) {
                figures.values().removeIf(one -> one.forgetIfEndedBefore(Slices.first(slice)));
            }
            then.accept(figures.keySet().stream());
        }
    }

    /** Adds an event of this slice. */
    void add(K key, E event, long slice) {
        while (!place(key).add(event, slice)) {
            // Another thread has just dropped these figures, so the next turn creates new ones.
            Thread.onSpinWait();
        }
    }

    private RecentFigures<E, S> place(K key) {
        RecentFigures<E, S> known = figures.get(key);
        if (known != null) {
            return known;
        }
        synchronized (figures) {
            boolean isFull = figures.size() >= most && !figures.containsKey(key);
            return figures.computeIfAbsent(isFull ? beyond.apply(key) : key, made -> new RecentFigures<>(maker));
        }
    }

    /** Drops the figures of these keys. */
    void forget(Predicate<K> areGone) {
        synchronized (figures) {
            figures.keySet().removeIf(areGone);
        }
    }

    /**
     * Returns the sums of the events in the window.
     *
     * @param isWanted of which keys
     * @param name what keys are summed up together
     */
    <N> Map<N, S> sums(Predicate<K> isWanted, Function<K, N> name) {
        long first = Slices.first(slices.present());
        Map<N, S> sums = new HashMap<>();
        figures.forEach((key, recent) -> {
            if (isWanted.test(key) && !recent.endedBefore(first)) {
                recent.addTo(sums.computeIfAbsent(name.apply(key), made -> maker.get()), first);
            }
        });
        return sums;
    }
}
