// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.capabilities.catalog;

import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.capability.catalog.CatalogEditor;
import java.util.ArrayList;
import java.util.List;

/**
 * Leads a chunk of capabilities or sets through its steps. The realm's catalogue is locked from the first to the last
 * of them.
 */
final class EntriesImporter<R extends EntryRecord> implements ChunkImporter<R> {

    private final ImportContext context;
    private final CatalogEditor editor;
    private final List<EntryWork> works = new ArrayList<>();

    EntriesImporter(ImportContext context) {
        this.context = context;
        editor = new CatalogEditor(context.entityManager(), context.realm().getId());
    }

    @Override
    public void validate(Item<R> item) {
        EntryRules.check(item);
    }

    @Override
    public void resolve(List<Item<R>> items) {
        List<Item<R>> open = items.stream().filter(item -> !item.isRejected()).toList();
        List<String> names = open.stream().map(item -> item.record().name()).toList();
        if (context.spec().dryRun()) {
            editor.look(names);
        } else {
            editor.open(names);
        }
        EntryPlanner planner = new EntryPlanner(editor, context.spec().ifExists(), open);
        for (Item<R> item : open) {
            EntryWork work = planner.plan(item);
            if (work != null) {
                works.add(work);
            }
        }
    }

    @Override
    public void write(List<Item<R>> items) {
        if (!context.spec().dryRun()) {
            editor.write();
            EntryEvents.fire(context, works);
        }
        works.forEach(EntryWork::done);
    }
}
