// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.IfExists;
import java.util.List;

/**
 * Writer of a kind whose records have a key. Decides what happens to a record whose entity exists: under
 * {@link IfExists#FAIL} it is rejected; under {@link IfExists#SKIP} it is skipped without further checks; otherwise its
 * entity is changed.
 *
 * @param <V> class of a valid record
 * @param <W> class of a record in an attempt
 */
public abstract class KeyedWriter<V, W extends KeyedWork<V>> extends WorkWriter<V, W> {

    private final IfExists ifExists;

    protected KeyedWriter(ImportContext context) {
        super(context);
        ifExists = context.spec().ifExists();
    }

    /** Creates the work of a record at the beginning of an attempt. */
    protected abstract W work(Item<V> item);

    /**
     * Sets {@link KeyedWork#existingId} of each record, and rejects those whose key cannot be resolved, such as a role
     * of an unknown client.
     */
    protected abstract void find(List<W> works);

    /**
     * Rejects records that the caller may not write or see. Called before a record is rejected because its entity
     * exists, so that a caller without permission does not learn what exists. Not called for records that are skipped.
     */
    protected void authorize(List<W> works) {}

    /** Rejects a record as {@link RejectCode#EXISTS}. */
    protected abstract void rejectExisting(W work);

    /**
     * Decides what to write for new records and for those to change: references, ids, conflicts, and the difference to
     * existing rows.
     */
    protected void decide(List<W> works) {}

    /** Whether fields that a record omits are kept. */
    protected final boolean merges() {
        return ifExists == IfExists.MERGE;
    }

    @Override
    protected final List<W> plan(List<Item<V>> items) {
        List<W> works = items.stream().map(this::work).toList();
        find(works);
        if (ifExists == IfExists.SKIP) {
            existing(works).forEach(KeyedWork::keep);
        }
        authorize(toWrite(works));
        if (ifExists == IfExists.FAIL) {
            existing(works).forEach(this::rejectExisting);
        }
        decide(toWrite(works));
        return open(works);
    }

    private static <W extends KeyedWork<?>> List<W> existing(List<W> works) {
        return works.stream().filter(work -> work.isOpen() && !work.isNew()).toList();
    }

    private List<W> toWrite(List<W> works) {
        return works.stream()
                .filter(work -> work.isOpen() && (work.isNew() || ifExists != IfExists.SKIP))
                .toList();
    }

    /** The records that are neither rejected nor deferred. */
    protected static <W extends Work<?>> List<W> open(List<W> works) {
        return works.stream().filter(Work::isOpen).toList();
    }
}
