// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.assignment;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.ItemResult;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.RowLocker;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.kind.spi.Work;
import io.keylift.bulkimport.kind.spi.WorkWriter;
import io.keylift.capability.assignment.AssignmentChange;
import io.keylift.capability.assignment.AssignmentEditor;
import io.keylift.capability.assignment.AssignmentEvent;
import io.keylift.capability.assignment.AssignmentResult;
import io.keylift.capability.assignment.Holder;
import io.keylift.capability.assignment.HolderType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Removes a chunk of assignments. Missing objects and assignments are no rejects. */
final class AssignmentsRemover<R extends ChangeRecord> extends WorkWriter<R, AssignmentsRemover.Unassigned<R>> {

    private final HolderType type;
    private final Holders<R> holders;
    private final AssignmentEditor editor;

    AssignmentsRemover(ImportContext context, HolderType type, Holders<R> holders) {
        super(context);
        this.type = type;
        this.holders = holders;
        editor = AssignmentEditor.ofRemoval(
                context.entityManager(), context.realm().getId());
    }

    /** A record and its removed assignments. */
    static final class Unassigned<R> extends Work<R> {

        private final Holder holder;

        /** {@code null} if the role or user does not exist. */
        private final AssignmentResult result;

        Unassigned(Item<R> item, Holder holder, AssignmentResult result) {
            super(item);
            this.holder = holder;
            this.result = result;
        }

        @Override
        public Outcome outcome() {
            return result != null && result.isChange() ? Outcome.REMOVED : Outcome.SKIPPED;
        }

        @Override
        public String id() {
            return holder == null ? null : holder.id();
        }

        @Override
        protected void done() {
            if (outcome() == Outcome.REMOVED) {
                item.done(ItemResult.removed(
                        id(),
                        result.removed().stream().map(name -> id() + ":" + name).toList()));
            } else {
                super.done();
            }
        }
    }

    @Override
    protected List<Unassigned<R>> plan(List<Item<R>> items) {
        List<Item<R>> removing =
                items.stream().filter(AssignmentsRemover::removes).toList();
        holders.load(removing);
        Map<Item<R>, Holder> found = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        for (Item<R> item : removing) {
            Holder holder = holders.find(item);
            if (!item.isRejected()) {
                found.put(item, holder);
                names.addAll(change(item.record()).names());
            }
        }
        Set<Holder> known = new HashSet<>(found.values());
        known.remove(null);
        editor.load(known, names);
        List<Unassigned<R>> works = new ArrayList<>();
        found.forEach((item, holder) -> {
            works.add(
                    new Unassigned<>(item, holder, holder == null ? null : editor.plan(holder, change(item.record()))));
        });
        return works;
    }

    /** Whether the record has assignments to remove: those that its import would add. Rejects a record without any. */
    private static boolean removes(Item<? extends ChangeRecord> item) {
        if (item.record().set() == null && item.record().add() == null) {
            item.reject(RejectCode.MISSING, "", "The record names nothing to remove. Give `add` or `set`.");
        }
        return !item.isRejected();
    }

    private static AssignmentChange change(ChangeRecord record) {
        return new AssignmentChange(null, record.set() == null ? record.add() : record.set(), null);
    }

    @Override
    protected List<RowReference> rowsToLock(List<Unassigned<R>> changed) {
        return changed.stream().map(work -> HolderLocker.row(work.holder)).toList();
    }

    @Override
    protected RowLocker locker() {
        return new HolderLocker(type, true);
    }

    @Override
    protected void writeRows(List<Unassigned<R>> changed) {
        editor.write();
    }

    @Override
    protected void fire(List<Unassigned<R>> changed) {
        changed.forEach(work -> AssignmentEvent.fire(context.adminEvent(), work.holder, work.result));
    }
}
