// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.Outcome;

/**
 * A record of a kind whose records have a key: it adds an entity or changes the one with its key.
 *
 * @param <V> class of a valid record
 */
public abstract class KeyedWork<V> extends Work<V> {

    /** Id of the entity with the key of the record, or {@code null}. */
    public String existingId;

    /** Id of the entity once the record is accepted. */
    public String id;

    /** Whether the existing entity is kept unchanged, whatever the record says. */
    private boolean kept;

    protected KeyedWork(Item<V> item) {
        super(item);
    }

    public final boolean isNew() {
        return existingId == null;
    }

    final void keep() {
        kept = true;
    }

    /** Whether the record differs from the existing entity. */
    public abstract boolean isChange();

    @Override
    public Outcome outcome() {
        if (isNew()) {
            return Outcome.ADDED;
        }
        return isChange() && !kept ? Outcome.UPDATED : Outcome.SKIPPED;
    }

    @Override
    public final String id() {
        return id;
    }
}
