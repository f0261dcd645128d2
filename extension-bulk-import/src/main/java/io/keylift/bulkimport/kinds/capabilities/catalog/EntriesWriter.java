// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.catalog;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RowLocker;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.kind.spi.WorkWriter;
import io.keylift.capability.catalog.CatalogEditor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Writes a chunk of capabilities or sets: adds, changes or, in a removal, removes them. If that changes anything, the
 * catalog of the realm stays locked until the transaction ends.
 */
final class EntriesWriter<R extends EntryRecord> extends WorkWriter<R, EntryWork<R>> {

    private final CatalogEditor editor;
    private final boolean removal;

    EntriesWriter(ImportContext context, boolean removal) {
        super(context);
        this.removal = removal;
        editor = new CatalogEditor(context.entityManager(), context.realm().getId());
    }

    @Override
    protected List<EntryWork<R>> plan(List<Item<R>> items) {
        List<String> names = items.stream().map(item -> item.record().name()).toList();
        editor.look(names);
        EntryPlanner planner = new EntryPlanner(editor, context.spec(), items);
        Function<Item<R>, EntryWork<R>> plan = removal ? planner::planRemoval : planner::plan;
        List<EntryWork<R>> works = new ArrayList<>();
        for (Item<R> item : items) {
            EntryWork<R> work = plan.apply(item);
            if (work != null) {
                works.add(work);
            }
        }
        return works;
    }

    /** The row of the whole catalog: sets can contain or name each entry that changes. */
    @Override
    protected List<RowReference> rowsToLock(List<EntryWork<R>> changed) {
        return changed.isEmpty() ? List.of() : List.of(CatalogLocker.row(context));
    }

    @Override
    protected RowLocker locker() {
        return CatalogLocker.INSTANCE;
    }

    @Override
    protected void writeRows(List<EntryWork<R>> changed) {
        editor.write();
    }

    @Override
    protected void fire(List<EntryWork<R>> changed) {
        changed.forEach(work -> EntryEvents.fire(context, work));
    }
}
