// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.WorkWriter;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.PersistenceUnitUtil;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Removes the objects that the records of a chunk name. Without listeners to notify of each object, a kind may
 * {@linkplain #removeTogether remove them together}. All others are removed in the order of the input, by the methods
 * that Keycloak's {@code DELETE} calls: they delete all rows that depend on an object, publish Keycloak's event of the
 * removal, and invalidate the caches after the commit. Their number of statements depends on the number of objects, and
 * not on the number of their holders or members. Decides for every kind the outcome for a missing object, for a
 * repeated record and in a dry run.
 *
 * @param <R> class of a record
 */
public abstract class ObjectRemover<R> extends WorkWriter<R, Removal<R>> {

    protected final Queries rows;
    private final Class<?> entity;
    private final String query;

    /** @param entity entity of the objects, with the property {@code id} */
    protected ObjectRemover(ImportContext context, Class<?> entity) {
        super(context);
        rows = new Queries(context.entityManager());
        this.entity = entity;
        query = "select o from " + entity.getSimpleName() + " o where o.id in (:values) order by o.id";
    }

    /**
     * Finds the object that each record {@linkplain Removal#names names}. Rejects records whose object must not be
     * known to the caller, whether it exists or not.
     */
    protected abstract void find(List<Removal<R>> removals);

    /**
     * Whether the caller may know that the object exists, because they may view or remove it. If not, the record counts
     * as one without an object.
     */
    protected boolean mayKnow(Removal<R> removal) {
        return true;
    }

    /** Objects of the same kind that are removed with these objects, by the ids of the latter. */
    protected Map<String, Set<String>> removedAlong(Collection<String> ids) {
        return Map.of();
    }

    /**
     * Locks rows that are removed with these locked objects and that rows of other kinds may name, such as the roles of
     * clients. Returns their number.
     */
    protected int lockParts(Collection<String> ids) {
        return 0;
    }

    /** Reads what {@link #check} needs of these existing objects, of all together. */
    protected void read(Collection<String> ids) {}

    /** Rejects the record if the caller may not remove the object, or if Keycloak refuses to. */
    protected abstract void check(Removal<R> removal);

    /** Removes the object; returns the admin event that Keycloak's {@code DELETE} fires. */
    protected abstract RemovalEvent remove(Removal<R> removal);

    /**
     * Removes objects in a number of statements that does not depend on their number, and leaves the rows that
     * {@link #remove} leaves. Called only if nothing is notified of each object, or if {@link #publish} has done that.
     *
     * @return the objects that need {@link #remove}; by default, all of them
     */
    protected List<Removal<R>> removeTogether(List<Removal<R>> removals) {
        return removals;
    }

    /**
     * Publishes Keycloak's events of the removal of each object, in the order in which {@link #remove} does. Called
     * before {@link #removeTogether} if only listeners are notified of each object.
     *
     * @return the admin event of each object; empty if {@link #remove} must remove all of them
     */
    protected Map<Removal<R>, RemovalEvent> publish(List<Removal<R>> removals) {
        return Map.of();
    }

    @Override
    protected final List<Removal<R>> plan(List<Item<R>> items) {
        List<Removal<R>> removals = items.stream().map(Removal::new).toList();
        find(removals);
        boolean isTold = context.spec().undoes() != null;
        removals.stream()
                .filter(removal -> removal.isOpen() && removal.id() != null && !isTold && !mayKnow(removal))
                .forEach(Removal::skip);
        List<Removal<R>> named = removals.stream()
                .filter(removal -> removal.isOpen() && removal.id() != null)
                .toList();
        List<String> ids = named.stream().map(Removal::id).toList();
        Set<String> there = lock(ids);
        Map<String, Set<String>> along = lockedAlong(there);
        read(there);
        Set<String> seen = new HashSet<>();
        Set<String> gone = new HashSet<>();
        for (Removal<R> removal : named) {
            if (!there.contains(removal.id())) {
                removal.skip();
            } else if (!seen.add(removal.id())) {
                removal.item.reject(RejectCode.DUPLICATE, "", "An earlier record of the same chunk names this object");
            } else {
                plan(removal, along.getOrDefault(removal.id(), Set.of()), gone);
            }
        }
        return removals.stream().filter(Removal::isOpen).toList();
    }

    /** @param gone objects that earlier records of the chunk remove */
    private void plan(Removal<R> removal, Set<String> along, Set<String> gone) {
        check(removal);
        if (!removal.isOpen()) {
            return;
        }
        if (gone.contains(removal.id())) {
            removal.skip();
            return;
        }
        Set<String> all = new HashSet<>(along);
        all.add(removal.id());
        removal.removes(all);
        gone.addAll(all);
    }

    /**
     * Locks the objects in the order of their ids; returns those that exist. A concurrent removal of the same objects
     * waits, and then does not find them.
     */
    private Set<String> lock(Collection<String> ids) {
        Set<String> inOrder = new TreeSet<>(ids);
        List<?> found =
                context.spec().dryRun() ? rows.bare(query, entity, inOrder) : rows.lockBare(query, entity, inOrder);
        PersistenceUnitUtil entities =
                context.entityManager().getEntityManagerFactory().getPersistenceUnitUtil();
        Set<String> locked = found.stream()
                .map(object -> (String) entities.getIdentifier(object))
                .collect(Collectors.toSet());
        // Or else each statement of Keycloak's methods would first compare all of them with what was read.
        found.forEach(context.entityManager()::detach);
        return locked;
    }

    /**
     * Locks everything that is removed with these locked objects. Repeats the search until it finds nothing new: other
     * transactions may have added objects before they had to wait, but cannot add any to locked ones.
     */
    private Map<String, Set<String>> lockedAlong(Set<String> ids) {
        Map<String, Set<String>> along = removedAlong(ids);
        if (context.spec().dryRun()) {
            return along;
        }
        Set<String> locked = new HashSet<>(ids);
        for (Set<String> open = notIn(locked, along); !open.isEmpty(); open = notIn(locked, along)) {
            lock(open);
            locked.addAll(open);
            along = removedAlong(ids);
        }
        int parts = 0;
        for (int found = lockParts(ids); found > parts; found = lockParts(ids)) {
            parts = found;
        }
        return along;
    }

    private static Set<String> notIn(Set<String> locked, Map<String, Set<String>> along) {
        Set<String> open = along.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
        open.removeAll(locked);
        return open;
    }

    @Override
    protected final void writeRows(List<Removal<R>> changed) {
        List<Removal<R>> single = areTogether(changed) ? removeTogether(changed) : changed;
        for (Removal<R> removal : single) {
            removal.tells(remove(removal));
            // Keycloak's statements for the next object do not flush, and expect that the rows of this one are deleted.
            context.entityManager().flush();
        }
    }

    private boolean areTogether(List<Removal<R>> changed) {
        if (RemovalListeners.areIdle(context)) {
            return true;
        }
        if (!RemovalListeners.areOfEvents(context)) {
            return false;
        }
        Map<Removal<R>, RemovalEvent> published = publish(changed);
        published.forEach(Removal::tells);
        return !published.isEmpty();
    }

    @Override
    protected final void fire(List<Removal<R>> changed) {
        changed.forEach(removal -> removal.event().fire(context.adminEvent()));
    }
}
