// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.Outcome;

/**
 * A record in one attempt of a {@link KeyedWriter}. It adds an entity, or changes the existing entity with its key.
 * Subclasses keep the ids of resolved references and the rows to write.
 *
 * @param <V> class of a valid record
 */
public abstract class KeyedWork<V> extends Work<V> {

    /** Id of the existing entity with the key of the record, or {@code null}. Set by {@link KeyedWriter#find}. */
    public String existingId;

    /** Id of the entity after the write. Set by {@link KeyedWriter#decide}. */
    public String id;

    /** Whether the existing entity stays unchanged, whatever the record contains. */
    private boolean kept;

    protected KeyedWork(Item<V> item) {
        super(item);
    }

    /** Whether the record adds an entity. Known after {@link KeyedWriter#find}. */
    public final boolean isNew() {
        return existingId == null;
    }

    final void keep() {
        kept = true;
    }

    /**
     * Whether the record differs from the existing entity. Called after {@link KeyedWriter#decide}, for existing
     * entities only.
     */
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
