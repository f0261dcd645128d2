// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.ArrayList;
import java.util.List;

/** What chunks do about the parts of their records that are left out. */
final class LeavingOut<V> {

    private final JobSpec spec;
    private final Validation<?, V> validation;
    private final RecordKeys<V> keys;
    private final WaitingKeys waiting;

    LeavingOut(JobSpec spec, Validation<?, V> validation, RecordKeys<V> keys, WaitingKeys waiting) {
        this.spec = spec;
        this.validation = validation;
        this.keys = keys;
        this.waiting = waiting;
    }

    static boolean isPending(List<? extends Item<?>> items) {
        return items.stream().anyMatch(LeftOut::isPending);
    }

    /**
     * Replaces the records that have parts to leave out by the same records without these.
     *
     * @param before rejects before the attempt
     * @return rejects before the next attempt
     */
    List<Reject> leaveOut(Chunk chunk, List<Item<V>> items, List<Reject> before, ChunkPhaseTimes times)
            throws InterruptedException {
        List<Item<V>> old = List.copyOf(items);
        validation.again(chunk, items, times);
        List<Reject> next = new ArrayList<>(before);
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) != old.get(i)) {
                next.set(i, items.get(i).reject());
            }
        }
        return next;
    }

    /**
     * Ends the wait of deferred records for what no record defines. Those that still wait in the end wait for each
     * other.
     */
    void endAwaiting(List<Item<V>> items, Chunk.Pass pass) {
        if (pass == Chunk.Pass.LAST) {
            items.forEach(LeftOut::close);
            items.forEach(Item::rejectAwaiting);
        } else if (pass == Chunk.Pass.DROP) {
            items.forEach(item -> item.rejectAwaiting(key -> !waiting.include(key)));
        }
    }

    /** What is left out of the records of a chunk that is committed, or not compared. */
    DropCount committed(Chunk chunk, List<Item<V>> items) {
        DropCount count = new DropCount();
        if (!spec.drops().isEmpty()) {
            ChunkSettlement.settled(items).forEach(item -> count.add(spec.kind(), item));
        }
        if (spec.isVerification()) {
            items.forEach(item -> count.addNotCompared(spec.kind(), item));
        }
        boolean isDeferred = chunk.pass() == Chunk.Pass.DEFERRED || chunk.pass() == Chunk.Pass.DROP;
        if (isDeferred && spec.drops().contains(Drop.UNKNOWN_REFERENCES)) {
            waiting.note(items, keys);
        }
        return count;
    }
}
