// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.IfExists;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

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

    /**
     * The row of the existing entity of a record. It is locked before the entity, and what belongs to it in other
     * tables, is changed; {@code null} if the entity is one row without a key of one column, and nothing else.
     */
    protected abstract RowReference row(W work);

    @Override
    protected final List<RowReference> rowsToLock(List<W> changed) {
        return changed.stream()
                .filter(work -> !work.isNew())
                .map(this::row)
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * What is stored of the existing entities of the open records, in their order; new records are left out.
     *
     * @param load reads entities by their ids; those that do not exist are missing in its result
     * @throws OutsideWork if an entity was removed since {@link #find}: the chunk is resolved again, without it
     */
    protected static <W extends KeyedWork<?>, S> Map<W, S> stored(
            List<W> works, Function<List<String>, Map<String, S>> load) {
        List<W> existing = existing(works);
        Map<String, S> byId = existing.isEmpty()
                ? Map.of()
                : load.apply(existing.stream().map(work -> work.existingId).toList());
        Map<W, S> stored = new LinkedHashMap<>();
        for (W work : existing) {
            S entity = byId.get(work.existingId);
            if (entity == null) {
                throw OutsideWork.resolveAgain();
            }
            stored.put(work, entity);
        }
        return stored;
    }

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
