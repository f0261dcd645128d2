// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.kind.spi.WorkWriter;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Writer of records that map roles. For a whole chunk, it finds the subjects, their roles and the roles that the
 * records name, and decides which mappings each record adds and removes.
 *
 * @param <M> class of a valid record
 * @param <W> class of class of the work on a record
 */
public abstract class MappingsWriter<M extends Mapping, W extends MappingWork<M>> extends WorkWriter<M, W> {

    protected final boolean removal;
    private final String subject;
    private final Roles.Permission permission;

    /** Ids of the roles that each subject has, as they were read. */
    private final Map<String, Set<String>> read = new HashMap<>();

    /**
     * @param removal whether the records remove the roles
     * @param subject noun for the subject in messages
     * @param permission permission that each role requires
     */
    protected MappingsWriter(ImportContext context, boolean removal, String subject, Roles.Permission permission) {
        super(context);
        this.removal = removal;
        this.subject = subject;
        this.permission = permission;
    }

    protected abstract W begin(Item<M> item);

    /**
     * Sets the subject of each record. Rejects records whose subject is unknown, except in a removal, and those whose
     * subject the caller must not change.
     */
    protected abstract void findSubjects(List<W> works, Queries rows);

    /** Loads the roles that the subjects of these records have. */
    protected abstract void load(StoredMappings stored, List<W> found);

    /** Table of the subject of a record. */
    protected abstract String table(W work);

    /**
     * Without removals, the change does not depend on the stored roles, so no row is locked. What an undo gives back
     * does.
     */
    @Override
    protected final List<RowReference> rowsToLock(List<W> changed) {
        if (!removal
                && context.spec().ifExists() != IfExists.OVERWRITE
                && !context.spec().undo()) {
            return List.of();
        }
        return changed.stream()
                .map(work -> new RowReference(table(work), work.subject()))
                .toList();
    }

    @Override
    protected final boolean readsAgain() {
        return true;
    }

    @Override
    protected final boolean isAsRead(List<W> changed) {
        StoredMappings again = new StoredMappings(new Queries(context.entityManager()));
        load(again, changed);
        return changed.stream()
                .allMatch(work ->
                        read.get(work.subject()).equals(again.of(work.subject()).keySet()));
    }

    @Override
    protected final List<W> plan(List<Item<M>> items) {
        Queries rows = new Queries(context.entityManager());
        List<W> works = items.stream().map(this::begin).toList();
        Roles roles = new Roles(context, rows);
        for (W work : works) {
            RoleLists named = work.record.roles();
            roles.need(named.realmRoles(), named.givenClientRoles());
        }
        findSubjects(works, rows);
        roles.load();
        for (W work : works) {
            if (work.isFound()) {
                work.wanted = roles.mapped(work.item, work.record.roles(), permission, removal);
            }
        }
        StoredMappings stored = new StoredMappings(rows);
        List<W> found = works.stream().filter(W::isFound).toList();
        load(stored, found);
        found.forEach(work ->
                read.put(work.subject(), Set.copyOf(stored.of(work.subject()).keySet())));
        BiConsumer<W, Map<String, KnownRole>> planner =
                removal ? MappingPlanner::planRemoval : new MappingPlanner(context, subject, permission)::plan;
        for (W work : works) {
            if (work.isFound()) {
                planner.accept(work, stored.of(work.subject()));
            }
        }
        return works.stream().filter(W::isOpen).toList();
    }
}
