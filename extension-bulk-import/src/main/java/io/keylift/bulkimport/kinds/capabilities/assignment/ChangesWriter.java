// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.assignment;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.RowLocker;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.kind.spi.Work;
import io.keylift.bulkimport.kind.spi.WorkWriter;
import io.keylift.capability.assignment.AssignmentEditor;
import io.keylift.capability.assignment.AssignmentEvent;
import io.keylift.capability.assignment.AssignmentResult;
import io.keylift.capability.assignment.AssignmentRights;
import io.keylift.capability.assignment.Holder;
import io.keylift.capability.assignment.HolderType;
import io.keylift.request.Pointers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes a chunk of changes of assignments. Each record is a command: it is applied after those before it, and skipped
 * only if it changes nothing.
 */
final class ChangesWriter<R extends ChangeRecord> extends WorkWriter<R, ChangesWriter.Change<R>> {

    private final HolderType type;
    private final Holders<R> holders;
    private final AssignmentEditor editor;

    ChangesWriter(ImportContext context, HolderType type, Holders<R> holders) {
        super(context);
        this.type = type;
        this.holders = holders;
        AssignmentRights giving = AssignmentRights.of(
                context.permissions(),
                context.realm(),
                type,
                id -> Rights.of(context).mayManageClient(context, id));
        editor = new AssignmentEditor(context.entityManager(), context.realm().getId(), giving);
    }

    /** A record that is applied. */
    static final class Change<R> extends Work<R> {

        private final Holder holder;
        private final AssignmentResult result;

        Change(Item<R> item, Holder holder, AssignmentResult result) {
            super(item);
            this.holder = holder;
            this.result = result;
        }

        @Override
        public Outcome outcome() {
            if (!result.isChange()) {
                return Outcome.SKIPPED;
            }
            int before =
                    result.held() - result.added().size() + result.removed().size();
            return before == 0 ? Outcome.ADDED : Outcome.UPDATED;
        }

        @Override
        public String id() {
            return holder.id();
        }
    }

    @Override
    protected List<Change<R>> plan(List<Item<R>> items) {
        holders.load(items);
        Map<Item<R>, Holder> found = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        for (Item<R> item : items) {
            Holder holder = holders.find(item);
            if (holder != null) {
                found.put(item, holder);
                names.addAll(item.record().change().names());
            }
        }
        editor.load(new HashSet<>(found.values()), names);
        List<Change<R>> changes = new ArrayList<>();
        found.forEach((item, holder) -> {
            if (!rejectsUnknown(item) && !rejectsForbidden(item, holder)) {
                changes.add(new Change<>(
                        item, holder, editor.plan(holder, item.record().change())));
            }
        });
        return changes;
    }

    private boolean rejectsUnknown(Item<R> item) {
        R record = item.record();
        if (record.isStrict()) {
            Set<String> unknown = new HashSet<>(editor.unresolved(record.change()));
            if (!unknown.isEmpty()) {
                String message = "The realm has no capability or set with this name or id";
                reject(item, record.set(), "/set", unknown, RejectCode.UNKNOWN_CAPABILITY, message);
                reject(item, record.add(), "/add", unknown, RejectCode.UNKNOWN_CAPABILITY, message);
                reject(item, record.remove(), "/remove", unknown, RejectCode.UNKNOWN_CAPABILITY, message);
            }
        }
        return item.isRejected();
    }

    private boolean rejectsForbidden(Item<R> item, Holder holder) {
        R record = item.record();
        Set<String> notTheirs = new HashSet<>(editor.notTheirs(holder, record.change()));
        if (!notTheirs.isEmpty()) {
            reject(item, record.set(), "/set", notTheirs, RejectCode.FORBIDDEN, AssignmentRights.REFUSAL);
            reject(item, record.add(), "/add", notTheirs, RejectCode.FORBIDDEN, AssignmentRights.REFUSAL);
        }
        return item.isRejected();
    }

    /** Rejects the record for the first of its names that is wrong. */
    private static void reject(
            Item<?> item, List<String> names, String pointer, Set<String> wrong, String code, String message) {
        for (int i = 0; names != null && i < names.size(); i++) {
            if (wrong.contains(names.get(i))) {
                item.reject(code, Pointers.to(pointer, i), message);
            }
        }
    }

    @Override
    protected List<RowReference> rowsToLock(List<Change<R>> changed) {
        return changed.stream().map(change -> HolderLocker.row(change.holder)).toList();
    }

    @Override
    protected RowLocker locker() {
        return new HolderLocker(type, false);
    }

    @Override
    protected void writeRows(List<Change<R>> changed) {
        editor.write();
    }

    @Override
    protected void fire(List<Change<R>> changed) {
        changed.forEach(change -> AssignmentEvent.fire(context.adminEvent(), change.holder, change.result));
    }
}
