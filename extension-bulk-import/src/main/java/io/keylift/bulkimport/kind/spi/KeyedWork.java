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

    protected KeyedWork(Item<V> item) {
        super(item);
    }

    public final boolean isNew() {
        return existingId == null;
    }

    /** Whether the record changes the entity that exists; {@code false} if it is left as it is. */
    public abstract boolean isChange();

    @Override
    public Outcome outcome() {
        if (isNew()) {
            return Outcome.ADDED;
        }
        return isChange() ? Outcome.UPDATED : Outcome.SKIPPED;
    }

    @Override
    public final String id() {
        return id;
    }
}
