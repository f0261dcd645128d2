// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.roles;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;
import org.hibernate.Session;

/** Leads a chunk of roles through its steps. */
final class RolesImporter implements ChunkImporter<RoleRecord> {

    private final ImportContext context;
    private List<RoleWork> works = List.of();

    RolesImporter(ImportContext context) {
        this.context = context;
    }

    @Override
    public void validate(Item<RoleRecord> item) {
        RoleRules.check(item);
    }

    @Override
    public void resolve(List<Item<RoleRecord>> items) {
        works = new RoleResolver(context).resolve(items);
    }

    @Override
    public void write(List<Item<RoleRecord>> items) {
        if (!context.spec().dryRun()) {
            writeRows();
            RoleCaches.invalidate(context, works);
            RoleEvents.fire(context, works);
        }
        works.forEach(work -> work.item.done(outcome(work), work.id));
    }

    private void writeRows() {
        RoleRows rows = new RoleRows(context.realm().getId());
        boolean changed = false;
        for (RoleWork work : works) {
            if (work.isNew()) {
                rows.add(work);
            } else if (work.isChange()) {
                work.change.apply(rows);
                changed |= work.change.changesEntity();
            }
        }
        if (changed) {
            context.entityManager().unwrap(Session.class).setJdbcBatchSize(works.size());
            context.entityManager().flush();
        }
        rows.write(context.entityManager());
    }

    private static Outcome outcome(RoleWork work) {
        if (work.isNew()) {
            return Outcome.ADDED;
        }
        return work.isChange() ? Outcome.UPDATED : Outcome.SKIPPED;
    }
}
