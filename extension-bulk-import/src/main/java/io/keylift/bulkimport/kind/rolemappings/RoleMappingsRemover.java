// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.rolemappings;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.reference.KnownRole;
import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;
import java.util.Map;

/** Takes the roles that records name away from the users and groups they name. */
final class RoleMappingsRemover implements ChunkImporter<RoleMappingRecord> {

    private final ImportContext context;
    private final RoleMappingRules rules = RoleMappingRules.ofRemoval();
    private List<MappingWork> works = List.of();

    RoleMappingsRemover(ImportContext context) {
        this.context = context;
    }

    @Override
    public void validate(Item<RoleMappingRecord> item) {
        rules.check(item);
    }

    @Override
    public void resolve(List<Item<RoleMappingRecord>> items) {
        works = new MappingResolver(context, true).resolve(items, RoleMappingsRemover::plan);
    }

    /** Whether the caller may map the roles, and so take them away, has been asked. */
    private static void plan(MappingWork work, Map<String, KnownRole> stored) {
        for (KnownRole role : work.wanted.roles()) {
            if (stored.remove(role.id()) != null) {
                work.removed.add(role);
            }
        }
    }

    @Override
    public void write(List<Item<RoleMappingRecord>> items) {
        if (!context.spec().dryRun()) {
            new MappingWriter(context).write(works);
        }
        for (MappingWork work : works) {
            if (work.isChange()) {
                work.item.removed(
                        work.subject,
                        work.removed.stream()
                                .map(role -> work.subject + ":" + role.id())
                                .toList());
            } else {
                work.item.done(Outcome.SKIPPED, work.subject);
            }
        }
    }
}
