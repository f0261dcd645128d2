// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.table;

import io.keylift.bulkimport.kind.spi.GivenIds;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.KeyedWriter;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.StoredRows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writer of a kind with an {@link EntityTable}: compares, inserts and updates the objects.
 *
 * @param <E> the entity
 * @param <R> class of a record
 * @param <W> class of the work on a record
 */
public abstract class EntityWriter<E, R, W extends EntityWork<E, R>> extends KeyedWriter<R, W> {

    protected final Queries queries;
    private final EntityTable<E, R, W> table;

    /** Rows of the existing objects; {@code null} if there are none. */
    private StoredRows<E> rows;

    protected EntityWriter(ImportContext context, EntityTable<E, R, W> table) {
        super(context);
        this.table = table;
        queries = new Queries(context.entityManager());
    }

    /**
     * Resolves the references of the records, and rejects invalid ones. Ids are settled and existing objects loaded
     * before; some of the records may already be rejected.
     */
    protected void findReferences(List<W> works) {}

    /** Rejects records whose planned changes are not allowed. */
    protected void check(List<W> works) {}

    /** Sets the columns of a new row that no field of the record sets. */
    protected void complete(E row, W work) {}

    @Override
    protected void decide(List<W> works) {
        GivenIds.settle(context, queries, table.entity(), table.idPointer(), works, table::givenId);
        stored(works, ids -> load(works, ids)).forEach((work, entity) -> work.stored = entity);
        findReferences(works);
        List<W> open = open(works);
        open.stream()
                .filter(work -> !work.isNew())
                .forEach(work -> work.plan = table.plan(work.stored, work, merges()));
        check(open);
    }

    private Map<String, StoredEntity<E>> load(List<W> works, List<String> ids) {
        rows = table.rows(context.entityManager(), ids);
        return table.objects(context.entityManager(), rows, child -> existing(works, child));
    }

    private List<String> existing(List<W> works, ChildTable<E, ? super W, ?> child) {
        return open(works).stream()
                .filter(work -> !work.isNew() && child.isRead(work))
                .map(work -> work.existingId)
                .toList();
    }

    @Override
    protected final boolean readsAgain() {
        return true;
    }

    @Override
    protected final boolean locksAsItReads() {
        return true;
    }

    @Override
    protected final boolean isAsRead(List<W> changed) {
        Map<String, StoredEntity<E>> read = new HashMap<>();
        List<W> existing = changed.stream().filter(work -> !work.isNew()).toList();
        existing.forEach(work -> read.put(work.existingId, work.stored));
        return rows.areAsReadOnceLocked(read.keySet())
                && table.children().stream().allMatch(child -> isAsRead(child, existing(existing, child), read));
    }

    private <V> boolean isAsRead(
            ChildTable<E, ? super W, V> child, List<String> ids, Map<String, StoredEntity<E>> read) {
        Map<String, V> again = child.load(queries, ids);
        return ids.stream().allMatch(id -> child.same(read.get(id).get(child), again.getOrDefault(id, child.none())));
    }

    @Override
    protected final RowReference row(W work) {
        return table.row(work.existingId);
    }

    @Override
    protected void writeRows(List<W> changed) {
        EntityRows<E, R, W> written = new EntityRows<>(context.entityManager(), table, rows);
        for (W work : changed) {
            if (work.isNew()) {
                work.row = table.insert(work);
                complete(work.row, work);
                written.add(work);
            } else {
                written.change(work);
            }
        }
        written.write();
    }
}
