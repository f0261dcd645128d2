// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A chunk whose records are checked, and the state that the attempts to commit it share. */
final class ChunkWork<V> {

    private final Chunk chunk;
    private final List<Item<V>> items;
    private final ConflictConfirmation doubts;
    private final ChunkPhaseTimes times;
    private final long start;
    private final Map<Class<?>, Object> known = new ConcurrentHashMap<>();
    private List<Reject> rejects;

    /**
     * @param items one for each record of the chunk, rejected ones included
     * @param start beginning of the chunk by {@link System#nanoTime}
     */
    ChunkWork(Chunk chunk, List<Item<V>> items, ConflictConfirmation doubts, ChunkPhaseTimes times, long start) {
        this.chunk = chunk;
        this.items = new ArrayList<>(items);
        this.doubts = doubts;
        this.times = times;
        this.start = start;
        keepRejects();
    }

    Chunk chunk() {
        return chunk;
    }

    /** All items, in the order of the records. */
    List<Item<V>> items() {
        return items;
    }

    /** The items that are not rejected. */
    List<Item<V>> valid() {
        return items.stream().filter(item -> !item.isRejected()).toList();
    }

    ConflictConfirmation doubts() {
        return doubts;
    }

    ChunkPhaseTimes times() {
        return times;
    }

    /** Knowledge of the attempts about the database and user storages; thread-safe. */
    Map<Class<?>, Object> known() {
        return known;
    }

    long millis() {
        return (System.nanoTime() - start) / 1_000_000;
    }

    /** Whether an attempt has found parts to leave out of records. */
    boolean hasPartsToDrop() {
        return items.stream().anyMatch(DroppedParts::isPending);
    }

    /** Replaces the records that have parts to leave out by the same records without these. */
    void dropParts(Validation<?, V> validation) throws InterruptedException {
        List<Item<V>> checked = validation.again(chunk, items, times);
        List<Reject> next = new ArrayList<>(rejects);
        for (int i = 0; i < items.size(); i++) {
            if (checked.get(i) != items.get(i)) {
                items.set(i, checked.get(i));
                next.set(i, checked.get(i).reject());
            }
        }
        rejects = next;
    }

    /** Lets the next attempts begin with the present rejects. */
    void keepRejects() {
        rejects = items.stream().map(Item::reject).toList();
    }

    /** Forgets the results of an attempt. */
    void reset() {
        for (int i = 0; i < items.size(); i++) {
            items.get(i).restart(rejects.get(i));
        }
    }
}
