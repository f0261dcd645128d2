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

/**
 * Locks on the rows of existing objects that a chunk changes or removes. An attempt first compares records with the
 * realm without a lock. If it finds changes, the next attempt locks the rows of those objects before it reads them, and
 * compares again. It thus sees the changes and removals that other transactions have committed in between. All
 * transactions lock rows in one order, by table and id.
 */
public final class LockedRows {

    private static final String HELD = LockedRows.class.getName();

    /** Rows that an attempt was about to change. */
    private final Set<RowReference> wanted = ConcurrentHashMap.newKeySet();

    private LockedRows() {}

    private static LockedRows of(ImportContext context) {
        return context.ofChunk(LockedRows.class, LockedRows::new);
    }

    /** Locks the rows that earlier attempts were about to change. Call it before the objects are read. */
    public static void lock(ImportContext context) {
        Set<RowReference> rows = of(context).wanted;
        if (!rows.isEmpty()) {
            lock(context, rows, new RowLocks(context.entityManager())::lockToChange);
        }
    }

    /**
     * Locks these rows against changes and against new references to them, then calls {@link #lock}. Rows that do not
     * exist are ignored.
     */
    public static void lockToRemove(ImportContext context, Collection<RowReference> rows) {
        lock(context, rows, new RowLocks(context.entityManager())::lock);
        lock(context);
    }

    private static void lock(
            ImportContext context, Collection<RowReference> rows, BiConsumer<String, Collection<String>> lock) {
        Set<RowReference> held = held(context);
        Map<String, List<String>> ids = new TreeMap<>();
        for (RowReference row : rows) {
            if (held.add(row)) {
                ids.computeIfAbsent(row.table(), table -> new ArrayList<>()).add(row.id());
            }
        }
        ids.forEach(lock);
    }

    /**
     * Requires that this attempt has locked the rows.
     *
     * @throws OutsideWork if it has not; the next attempt will lock them
     */
    static void require(ImportContext context, Collection<RowReference> rows) {
        if (!rows.isEmpty() && !held(context).containsAll(rows)) {
            of(context).wanted.addAll(rows);
            throw OutsideWork.resolveAgain();
        }
    }

    /** The rows that the transaction of this session has locked. */
    @SuppressWarnings("unchecked") // no other class knows the name
    private static Set<RowReference> held(ImportContext context) {
        Set<RowReference> held = (Set<RowReference>) context.session().getAttribute(HELD);
        if (held == null) {
            held = new HashSet<>();
            context.session().setAttribute(HELD, held);
        }
        return held;
    }
}
