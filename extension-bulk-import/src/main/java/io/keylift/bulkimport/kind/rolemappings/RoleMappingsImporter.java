// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.rolemappings;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;

/** Leads a chunk of role mappings through its steps. */
final class RoleMappingsImporter implements ChunkImporter<RoleMappingRecord> {

    private final ImportContext context;
    private final RoleMappingRules rules;
    private List<MappingWork> works = List.of();

    RoleMappingsImporter(ImportContext context) {
        this.context = context;
        rules = RoleMappingRules.ofImport(context.spec().ifExists());
    }

    @Override
    public void validate(Item<RoleMappingRecord> item) {
        rules.check(item);
    }

    @Override
    public void resolve(List<Item<RoleMappingRecord>> items) {
        works = new MappingResolver(context, false).resolve(items, new MappingPlanner(context)::plan);
    }

    @Override
    public void write(List<Item<RoleMappingRecord>> items) {
        if (!context.spec().dryRun()) {
            new MappingWriter(context).write(works);
        }
        works.forEach(work -> work.item.done(outcome(work), work.subject));
    }

    private static Outcome outcome(MappingWork work) {
        if (!work.isChange()) {
            return Outcome.SKIPPED;
        }
        return work.hadSome || !work.removed.isEmpty() ? Outcome.UPDATED : Outcome.ADDED;
    }
}
