// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.resources;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.ImportContext;
import jakarta.persistence.EntityManager;
import java.util.List;
import org.hibernate.Session;

/** Writes what {@link ResourceResolver} found fit to write. */
final class ResourceWriter {

    private final ImportContext context;
    private final Scopes scopes;

    ResourceWriter(ImportContext context, Scopes scopes) {
        this.context = context;
        this.scopes = scopes;
    }

    void write(List<ResourceWork> works) {
        if (!context.spec().dryRun()) {
            EntityManager em = context.entityManager();
            em.unwrap(Session.class).setJdbcBatchSize(context.spec().chunkSize());
            ResourceRows rows = new ResourceRows(em);
            works.stream().filter(ResourceWork::isNew).forEach(rows::add);
            works.stream().filter(ResourceWork::isChange).forEach(work -> rows.change(work.change));
            em.flush();
            scopes.insert();
            rows.write();
            em.clear();
            ResourceCaches.invalidate(context, works, scopes.added());
            ResourceEvents.fire(context, works);
        }
        works.forEach(work -> work.item.done(outcome(work), work.id));
    }

    private static Outcome outcome(ResourceWork work) {
        if (work.isNew()) {
            return Outcome.ADDED;
        }
        return work.isChange() ? Outcome.UPDATED : Outcome.SKIPPED;
    }
}
