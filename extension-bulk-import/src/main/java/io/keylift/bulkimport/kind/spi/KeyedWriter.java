// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.IfExists;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Template for the writer of a kind whose records have a key. It decides what happens to a record whose entity exists:
 * with {@link IfExists#FAIL} the record is rejected, with {@link IfExists#SKIP} it is skipped without further checks,
 * and otherwise the entity is changed.
 *
 * <p>The steps run in the transaction of the chunk, each once for all records: {@link #work}, {@link #find},
 * {@link #authorize}, {@link #rejectExisting} and {@link #decide} to resolve the chunk; {@link #row}, if entities
 * change; then the steps of {@link WorkWriter} to write it. A rejected record stays in the list of its step: continue
 * with {@link #open}.
 *
 * @param <V> class of a valid record
 * @param <W> class of the work on a record
 */
public abstract class KeyedWriter<V, W extends KeyedWork<V>> extends WorkWriter<V, W> {

    private final IfExists ifExists;

    protected KeyedWriter(ImportContext context) {
        super(context);
        ifExists = context.spec().ifExists();
    }

    /** Creates the work on a record, at the beginning of an attempt. */
    protected abstract W work(Item<V> item);

    /**
     * Sets {@link KeyedWork#existingId} of each record. Rejects records whose key cannot be resolved, such as a role of
     * an unknown client.
     */
    protected abstract void find(List<W> works);

    /**
     * Rejects records that the caller may not write or view. Called before {@link #rejectExisting}, so that callers
     * without permission do not learn which entities exist. Not called for records that are skipped.
     */
    protected void authorize(List<W> works) {}

    /**
     * Rejects a record with {@link RejectCode#EXISTS}, because its entity exists. Called with {@link IfExists#FAIL}
     * only.
     */
    protected abstract void rejectExisting(W work);

    /**
     * Decides what to write: resolves references, sets {@link KeyedWork#id}, rejects conflicts, and compares records
     * with existing rows, which it reads by {@link #stored}. Called for open records that add or change an entity.
     */
    protected void decide(List<W> works) {}

    /**
     * Row of the existing entity of a record. The template locks it before it changes the entity or rows of other
     * tables that belong to the entity. If the primary key of the table has several columns, a {@link #locker} of the
     * kind must lock the row.
     */
    protected abstract RowReference row(W work);

    @Override
    protected final List<RowReference> rowsToLock(List<W> changed) {
        return changed.stream().filter(work -> !work.isNew()).map(this::row).toList();
    }

    /**
     * Reads the existing entities of the open records. The result has the order of the records, without new ones.
     *
     * @param load reads entities by their ids; its result lacks entities that do not exist
     * @throws OutsideWork if an entity was removed since {@link #find}; the engine resolves the chunk again
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

    /** Whether records are imported with {@link IfExists#MERGE}. */
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
