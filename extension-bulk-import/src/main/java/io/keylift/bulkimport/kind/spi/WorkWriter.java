// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.rows.ReadEntities;
import jakarta.persistence.EntityManager;
import java.util.List;
import org.hibernate.Session;

/**
 * Writer that decides for every kind what is locked, what a dry run leaves out, which records are written, when events
 * are sent and which outcome each record has.
 *
 * @param <V> class of a valid record
 * @param <W> class of a record in an attempt
 */
public abstract class WorkWriter<V, W extends Work<V>> implements ChunkWriter<V> {

    protected final ImportContext context;
    private List<W> works = List.of();

    protected WorkWriter(ImportContext context) {
        this.context = context;
    }

    /**
     * Finds what exists and what the records refer to, checks rights, and decides what to change.
     *
     * @return the records that are not rejected, in the order of the input
     */
    protected abstract List<W> plan(List<Item<V>> items);

    /**
     * Rows to lock before the records change anything: of each existing object that they change, of which other
     * transactions may change other parts at the same time. Without such objects, none.
     *
     * @param changed the records that change something
     */
    protected List<RowReference> rowsToLock(List<W> changed) {
        return List.of();
    }

    /** Writes the rows of the records that change something. Never called in a dry run. */
    protected abstract void writeRows(List<W> changed);

    /** Registers which cache entries the records invalidate; Keycloak invalidates them after the commit. */
    protected void invalidate(List<W> changed) {}

    /** Sends the events that show what the write takes away. Called before it, and only if the job records events. */
    protected void fireBefore(List<W> changed) {}

    /** Sends the admin events of the records that were written. Called only if the job records events. */
    protected void fire(List<W> changed) {}

    @Override
    public final void resolve(List<Item<V>> items) {
        LockedRows.lock(context);
        works = plan(items.stream().filter(item -> !item.isRejected()).toList());
        if (!context.spec().dryRun()) {
            LockedRows.require(
                    context,
                    rowsToLock(works.stream()
                            .filter(work -> work.isOpen() && work.outcome() != Outcome.SKIPPED)
                            .toList()));
        }
    }

    @Override
    public final void write(List<Item<V>> items) {
        List<W> open = works.stream().filter(Work::isOpen).toList();
        List<W> changed =
                open.stream().filter(work -> work.decide() != Outcome.SKIPPED).toList();
        EntityManager em = context.entityManager();
        if (context.spec().dryRun()) {
            forgetEntities();
        } else if (!changed.isEmpty()) {
            em.unwrap(Session.class).setJdbcBatchSize(context.spec().chunkSize());
            boolean events = context.events() == EventMode.RECORD;
            if (events) {
                fireBefore(changed);
            }
            writeRows(changed);
            em.flush();
            forgetEntities();
            invalidate(changed);
            if (events) {
                fire(changed);
            }
        }
        open.forEach(Work::done);
    }

    private void forgetEntities() {
        if (context.isRealmReadAfterwards()) {
            ReadEntities.detach(context.entityManager());
        } else {
            context.entityManager().clear();
        }
    }
}
