// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.capabilities.assignment;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.Pointers;
import io.keylift.bulkimport.kind.reference.Rights;
import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.capability.assignment.AssignmentEditor;
import io.keylift.capability.assignment.AssignmentEvent;
import io.keylift.capability.assignment.AssignmentResult;
import io.keylift.capability.assignment.Giving;
import io.keylift.capability.assignment.Holder;
import io.keylift.capability.assignment.HolderType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Leads a chunk of changes of assignments through its steps. Each record is a command: it is carried out behind those
 * before it, and skipped just if it changes nothing.
 */
final class ChangesImporter<R extends ChangeRecord> implements ChunkImporter<R> {

    private final ImportContext context;
    private final Consumer<Item<R>> rules;
    private final Holders<R> holders;
    private final AssignmentEditor editor;
    private final List<Work> works = new ArrayList<>();

    ChangesImporter(ImportContext context, HolderType type, Consumer<Item<R>> rules, Holders<R> holders) {
        this.context = context;
        this.rules = rules;
        this.holders = holders;
        Giving giving =
                Giving.of(context.permissions(), type, id -> Rights.of(context).mayManageClient(context, id));
        editor = new AssignmentEditor(context.entityManager(), context.realm().getId(), giving);
    }

    /** A record that is carried out. */
    private record Work(Item<?> item, Holder holder, AssignmentResult result) {

        Outcome outcome() {
            if (!result.isChange()) {
                return Outcome.SKIPPED;
            }
            int before =
                    result.held() - result.added().size() + result.removed().size();
            return before == 0 ? Outcome.ADDED : Outcome.UPDATED;
        }
    }

    @Override
    public void validate(Item<R> item) {
        rules.accept(item);
    }

    @Override
    public void resolve(List<Item<R>> items) {
        List<Item<R>> open = items.stream().filter(item -> !item.isRejected()).toList();
        holders.load(open);
        Map<Item<R>, Holder> found = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        for (Item<R> item : open) {
            Holder holder = holders.find(item);
            if (holder != null) {
                found.put(item, holder);
                names.addAll(item.record().change().names());
            }
        }
        lock(found, names);
        found.forEach((item, holder) -> {
            if (!editor.isFound(holder)) {
                holders.rejectUnknown(item);
            } else if (!rejectsForbidden(item, holder)) {
                works.add(
                        new Work(item, holder, editor.plan(holder, item.record().change())));
            }
        });
    }

    /** A role or user whose record is refused stays as it is, without a trace. */
    private void lock(Map<Item<R>, Holder> found, Set<String> names) {
        boolean dryRun = context.spec().dryRun();
        if (dryRun) {
            editor.lookUp(names);
        } else {
            editor.open(names);
        }
        found.keySet().removeIf(this::rejectsUnknown);
        Set<Holder> concerned = new HashSet<>(found.values());
        if (dryRun) {
            editor.look(concerned);
        } else {
            editor.lock(concerned);
        }
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
            reject(item, record.set(), "/set", notTheirs, RejectCode.FORBIDDEN, Giving.REFUSAL);
            reject(item, record.add(), "/add", notTheirs, RejectCode.FORBIDDEN, Giving.REFUSAL);
        }
        return item.isRejected();
    }

    /** The first of them is what the reject says. */
    private static void reject(
            Item<?> item, List<String> names, String pointer, Set<String> wrong, String code, String message) {
        for (int i = 0; names != null && i < names.size(); i++) {
            if (wrong.contains(names.get(i))) {
                item.reject(code, Pointers.to(pointer, i), message);
            }
        }
    }

    @Override
    public void write(List<Item<R>> items) {
        if (!context.spec().dryRun()) {
            editor.write();
            if (context.events() == EventMode.RECORD) {
                works.forEach(work -> AssignmentEvent.fire(context.adminEvent(), work.holder(), work.result()));
            }
        }
        works.forEach(work -> work.item().done(work.outcome(), work.holder().id()));
    }
}
