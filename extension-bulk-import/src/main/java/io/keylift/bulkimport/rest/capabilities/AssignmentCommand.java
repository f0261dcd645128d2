// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest.capabilities;

import io.keylift.bulkimport.capability.assignment.AssignmentChange;
import io.keylift.bulkimport.capability.assignment.AssignmentEditor;
import io.keylift.bulkimport.capability.assignment.AssignmentEvent;
import io.keylift.bulkimport.capability.assignment.AssignmentResult;
import io.keylift.bulkimport.kind.Pointers;
import jakarta.ws.rs.core.Response.Status;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A change somebody asks for and may ask for.
 *
 * @param pointer to where it stands in the request's body
 * @param ifMatch condition on the revision, or {@code null}
 */
record AssignmentCommand(Subject subject, AssignmentChange change, String pointer, String ifMatch) {

    /**
     * What became of it.
     *
     * @param revision the one it has led to
     */
    record Done(Subject subject, AssignmentResult result, String revision) {

        Map<String, Object> shown() {
            Map<String, Object> shown = new LinkedHashMap<>(subject.shown());
            shown.put("added", result.added());
            shown.put("removed", result.removed());
            shown.put("unchanged", result.unchanged());
            shown.put("unresolved", result.unresolved());
            return shown;
        }
    }

    /** Carries out all of them or none, in one transaction. */
    static List<Done> run(Call call, List<AssignmentCommand> commands, boolean strict) {
        return OwnTransaction.run(call, own -> runIn(own, commands, strict));
    }

    private static List<Done> runIn(Call own, List<AssignmentCommand> commands, boolean strict) {
        AssignmentEditor editor =
                new AssignmentEditor(own.entityManager(), own.realm().getId());
        Set<String> names = new HashSet<>();
        commands.forEach(command -> names.addAll(command.change().names()));
        editor.open(commands.stream().map(command -> command.subject().holder()).toList(), names);
        List<Fault> faults = new ArrayList<>();
        for (AssignmentCommand command : commands) {
            if (!editor.isFound(command.subject().holder())) {
                throw new Fault("removed", command.pointer(), "The role or user has just been removed")
                        .as(Status.NOT_FOUND);
            }
            Revision.require(
                    command.ifMatch(), editor.revision(command.subject().holder()));
            if (strict) {
                command.unknown(editor, faults);
            }
        }
        if (!faults.isEmpty()) {
            throw Fault.all(faults, Status.BAD_REQUEST);
        }
        List<AssignmentResult> results = new ArrayList<>();
        commands.forEach(command -> results.add(editor.plan(command.subject().holder(), command.change())));
        editor.write();
        List<Done> done = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            Subject subject = commands.get(i).subject();
            done.add(new Done(subject, results.get(i), editor.revision(subject.holder())));
        }
        done.forEach(
                each -> AssignmentEvent.fire(own.adminEvent(), each.subject().holder(), each.result()));
        return done;
    }

    private void unknown(AssignmentEditor editor, List<Fault> faults) {
        Set<String> unresolved = new HashSet<>(editor.unresolved(change));
        if (!unresolved.isEmpty()) {
            unknown("set", change.set(), unresolved, faults);
            unknown("add", change.add(), unresolved, faults);
            unknown("remove", change.remove(), unresolved, faults);
        }
    }

    private void unknown(String field, List<String> names, Set<String> unresolved, List<Fault> faults) {
        for (int i = 0; names != null && i < names.size(); i++) {
            if (unresolved.contains(names.get(i)) && faults.size() < Fault.MAX_SHOWN) {
                faults.add(new Fault(
                        "unknown_capability",
                        Pointers.to(Pointers.to(pointer, field), i),
                        "The realm has no capability or set of this name or id"));
            }
        }
    }
}
