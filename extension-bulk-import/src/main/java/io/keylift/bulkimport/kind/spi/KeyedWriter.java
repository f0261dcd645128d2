// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.IfExists;
import java.util.List;

/**
 * Writer of a kind whose records have a key. Decides in one place what becomes of a record whose entity exists: under
 * {@link IfExists#FAIL} it is rejected; under {@link IfExists#SKIP} it is left as it is, and nothing more is asked of
 * it; otherwise it is changed.
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

    /** A record at the beginning of an attempt. */
    protected abstract W work(Item<V> item);

    /**
     * Sets {@link KeyedWork#existingId} of each record, and rejects those whose key leads nowhere, such as the role of
     * an unknown client.
     */
    protected abstract void find(List<W> works);

    /**
     * Rejects records that the caller may not write or see. Comes before a record is rejected because it exists, so
     * that a caller without the right does not learn what there is. Not called for records that are skipped.
     */
    protected void authorize(List<W> works) {}

    /** Rejects a record as {@link RejectCode#EXISTS}. */
    protected abstract void rejectExisting(W work);

    /**
     * Decides what to write for new records and for those to change: references, ids, conflicts, and the difference to
     * the rows that exist.
     */
    protected void decide(List<W> works) {}

    /** Whether the record keeps what it leaves out. */
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

    /** Those of the records that are neither rejected nor deferred. */
    protected static <W extends Work<?>> List<W> open(List<W> works) {
        return works.stream().filter(Work::isOpen).toList();
    }
}
