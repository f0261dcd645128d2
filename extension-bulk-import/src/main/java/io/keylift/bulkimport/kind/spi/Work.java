// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.Outcome;

/**
 * The work on a record in one attempt to write its chunk. Subclasses keep the ids of resolved references and the rows
 * to write.
 *
 * @param <V> class of a valid record
 */
public abstract class Work<V> {

    /** The item of the record, which takes rejects and the outcome. */
    public final Item<V> item;

    /** The valid record. */
    public final V record;

    private Outcome decided;

    protected Work(Item<V> item) {
        this.item = item;
        record = item.record();
    }

    /** Whether the record is neither rejected nor deferred. */
    public final boolean isOpen() {
        return item.isOpen();
    }

    /** Outcome of the record. Called after the record is resolved. */
    public abstract Outcome outcome();

    /** Id of the entity after the write, or {@code null} if it has none. */
    public abstract String id();

    /** Keeps the outcome, because the write can make the entity equal to the record. */
    final Outcome decide() {
        decided = outcome();
        return decided;
    }

    /** Sets the outcome of the item after the write. A removal overrides it to call {@link ItemResult#removed}. */
    protected void done() {
        item.done(decided, id());
    }
}
