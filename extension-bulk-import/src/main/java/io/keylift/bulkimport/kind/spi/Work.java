// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.Outcome;

/**
 * A record in one attempt to write its chunk: the current ids of what it names, and what is to be written.
 *
 * @param <V> class of a valid record
 */
public abstract class Work<V> {

    public final Item<V> item;

    public final V record;

    private Outcome decided;

    protected Work(Item<V> item) {
        this.item = item;
        record = item.record();
    }

    /** Whether the record is still to be written: neither rejected nor deferred. */
    public final boolean isOpen() {
        return item.isOpen();
    }

    /** Outcome of the record, once the write is decided. */
    public abstract Outcome outcome();

    /** Id of the entity after the write, or {@code null} if it has none. */
    public abstract String id();

    /** Fixes the outcome before the write, which can make the entity equal to the record. */
    final Outcome decide() {
        decided = outcome();
        return decided;
    }

    /** Sets the outcome of the item; a removal overrides this to name what it removed. */
    protected void done() {
        item.done(decided, id());
    }
}
