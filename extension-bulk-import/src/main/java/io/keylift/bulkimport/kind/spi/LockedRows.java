// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.rows.RowLocks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * Locks on the rows of existing objects that a chunk changes or removes. An attempt first compares records with the
 * realm without a lock. If it finds changes, it locks the rows of those objects, and reads the objects again. If they
 * are as they were, it goes on. Otherwise the next attempt locks the rows before it reads anything, and thus sees the
 * changes and removals that other transactions have committed in between. All transactions lock rows in one order, by
 * table and id, unless the kind has a {@link RowLocker} of its own.
 */
public final class LockedRows {

    /** Locks rows by table and id. Other transactions can go on to refer to them. */
    static final RowLocker TO_CHANGE =
            (context, rows) -> lockById(rows, new RowLocks(context.entityManager())::lockToChange);

    private static final RowLocker TO_REMOVE =
            (context, rows) -> lockById(rows, new RowLocks(context.entityManager())::lock);

    private static final String HELD = LockedRows.class.getName();

    /** Rows that an attempt was about to change. */
    private final Map<RowLocker, Set<RowReference>> wanted = new ConcurrentHashMap<>();

    private LockedRows() {}

    /**
     * A second reading of the objects of an attempt.
     *
     * @param isAsRead whether the objects are still as the attempt has read them
     * @param locks whether this reading locks the rows of the objects
     */
    record Again(BooleanSupplier isAsRead, boolean locks) {}

    private static LockedRows of(ImportContext context) {
        return context.ofChunk(LockedRows.class, LockedRows::new);
    }

    /** Locks the rows that earlier attempts were about to change. Call it before the objects are read. */
    public static void lock(ImportContext context) {
        of(context).wanted.forEach((locker, rows) -> lock(context, rows, locker));
    }

    /**
     * Locks these rows against changes and against new references to them, then calls {@link #lock}. Rows that do not
     * exist are ignored.
     */
    public static void lockToRemove(ImportContext context, Collection<RowReference> rows) {
        lock(context, rows, TO_REMOVE);
        lock(context);
    }

    private static void lock(ImportContext context, Collection<RowReference> rows, RowLocker locker) {
        Set<RowReference> held = held(context);
        List<RowReference> others = rows.stream().filter(held::add).toList();
        if (!others.isEmpty()) {
            locker.lock(context, others);
        }
    }

    private static void lockById(Collection<RowReference> rows, BiConsumer<String, Collection<String>> lock) {
        Map<String, List<String>> ids = new TreeMap<>();
        rows.forEach(row ->
                ids.computeIfAbsent(row.table(), table -> new ArrayList<>()).add(row.id()));
        ids.forEach(lock);
    }

    /** Whether the transaction of this attempt has locked a row. */
    public static boolean holds(ReadContext context, RowReference row) {
        return held(context).contains(row);
    }

    /**
     * Requires that this attempt has locked the rows.
     *
     * @param again asked once the rows are locked; {@code null} if the kind cannot say whether the objects are as they
     *     were
     * @throws OutsideWork if other transactions have changed the objects, or may have; the next attempt will lock the
     *     rows by the locker before it reads the objects
     */
    static void require(ImportContext context, Collection<RowReference> rows, RowLocker locker, Again again) {
        Set<RowReference> held = held(context);
        if (held.containsAll(rows)) {
            return;
        }
        // A second lock would come out of order.
        boolean mayLock = again != null && held.isEmpty();
        of(context)
                .wanted
                .computeIfAbsent(locker, any -> ConcurrentHashMap.newKeySet())
                .addAll(rows);
        if (mayLock && again.locks()) {
            held.addAll(rows);
        } else if (mayLock) {
            lock(context, rows, locker);
        }
        if (!mayLock || !again.isAsRead().getAsBoolean()) {
            throw OutsideWork.resolveAgain();
        }
    }

    /** The rows that the transaction of this session has locked. */
    @SuppressWarnings("unchecked") // no other class knows the name
    private static Set<RowReference> held(ReadContext context) {
        Set<RowReference> held = (Set<RowReference>) context.session().getAttribute(HELD);
        if (held == null) {
            held = new HashSet<>();
            context.session().setAttribute(HELD, held);
        }
        return held;
    }
}
