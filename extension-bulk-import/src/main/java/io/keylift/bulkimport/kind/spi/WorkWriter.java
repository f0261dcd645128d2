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
 * Template for writers of all kinds. It decides which rows are locked, what a dry run leaves out, which records are
 * written, when events are sent, and which outcome each record has. Extend {@link KeyedWriter} if records have a key,
 * and this class for records without one and for removals.
 *
 * <p>All steps run in the transaction of the chunk: {@link #plan}, then {@link #rowsToLock}; unless the job is a dry
 * run, {@link #fireBefore}, {@link #writeRows}, {@link #invalidate} and {@link #fire}, once each and only if a record
 * changes something. A subclass must not query for each record.
 *
 * @param <V> class of a valid record
 * @param <W> class of the work on a record
 */
public abstract class WorkWriter<V, W extends Work<V>> implements ChunkWriter<V> {

    /** Session with the transaction of this attempt. */
    protected final ImportContext context;

    private List<W> works = List.of();

    protected WorkWriter(ImportContext context) {
        this.context = context;
    }

    /**
     * Finds existing objects and references, checks the caller's permissions, and decides what to change.
     *
     * @param items the records that are not rejected
     * @return the records that are not rejected, in the order of the input
     */
    protected abstract List<W> plan(List<Item<V>> items);

    /**
     * Rows of the existing objects that the records change. They are locked before the change, because other
     * transactions may change other parts of the same objects.
     *
     * @param changed the records that change something
     */
    protected List<RowReference> rowsToLock(List<W> changed) {
        return List.of();
    }

    /** Locks the {@link #rowsToLock}. Override it if a lock of each row, by table and id, is not enough. */
    protected RowLocker locker() {
        return LockedRows.TO_CHANGE;
    }

    /**
     * Whether {@link #isAsRead} can tell. Otherwise the chunk is resolved again, once the rows that it changes are
     * locked. Such a writer must not change a managed entity before {@link #writeRows}: a job with an undo reads the
     * objects in between, as they were.
     */
    protected boolean readsAgain() {
        return false;
    }

    /** Whether {@link #isAsRead} locks the {@link #rowsToLock} itself, in the order of their ids, as it reads them. */
    protected boolean locksAsItReads() {
        return false;
    }

    /**
     * Reads the existing objects of the records again, in a constant number of queries, and returns whether they are as
     * {@link #plan} has read them. Called if {@link #readsAgain}, once their rows are locked, unless it
     * {@linkplain #locksAsItReads locks them}: another transaction may have changed the objects before. If one has, the
     * chunk is resolved again.
     *
     * @param changed the records that change something
     */
    protected boolean isAsRead(List<W> changed) {
        return false;
    }

    /** Writes the rows of the records that change something. The template flushes and clears the session afterwards. */
    protected abstract void writeRows(List<W> changed);

    /**
     * Registers the cache entries that the records invalidate. Keycloak invalidates them after the commit, on all
     * nodes.
     */
    protected void invalidate(List<W> changed) {}

    /**
     * Adds the admin events that show objects or values which the write removes. Called before the write, and only if
     * the job records events.
     */
    protected void fireBefore(List<W> changed) {}

    /**
     * Adds the admin events of the written records. Called only if the job records events; the engine sends them after
     * the commit.
     */
    protected void fire(List<W> changed) {}

    @Override
    public final void resolve(List<Item<V>> items) {
        LockedRows.lock(context);
        works = plan(items.stream().filter(item -> !item.isRejected()).toList());
        if (!context.spec().dryRun()) {
            lock(works.stream()
                    .filter(work -> work.isOpen() && work.outcome() != Outcome.SKIPPED)
                    .toList());
        }
    }

    private void lock(List<W> changed) {
        LockedRows.Again reading =
                readsAgain() ? new LockedRows.Again(() -> isAsRead(changed), locksAsItReads()) : null;
        LockedRows.require(context, rowsToLock(changed), locker(), reading);
    }

    @Override
    public final void write(List<Item<V>> items) {
        List<W> open = works.stream().filter(Work::isOpen).toList();
        List<W> changed =
                open.stream().filter(work -> work.decide() != Outcome.SKIPPED).toList();
        EntityManager em = context.entityManager();
        if (context.spec().dryRun() || changed.isEmpty()) {
            forgetEntities(); // or else the next flush would compare each of them with what was read
        } else {
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
