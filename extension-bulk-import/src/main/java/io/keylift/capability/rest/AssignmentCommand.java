// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import io.keylift.capability.assignment.AssignmentChange;
import io.keylift.capability.assignment.AssignmentEditor;
import io.keylift.capability.assignment.AssignmentEvent;
import io.keylift.capability.assignment.AssignmentResult;
import io.keylift.capability.assignment.AssignmentRights;
import io.keylift.capability.assignment.Holder;
import io.keylift.capability.assignment.HolderType;
import io.keylift.capability.catalog.CatalogReader;
import io.keylift.request.Pointers;
import jakarta.ws.rs.core.Response.Status;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A requested change of assignments. The caller has permission to change the subject.
 *
 * @param pointer JSON pointer to the change in the request body
 * @param ifMatch condition on the revision, or {@code null}
 */
record AssignmentCommand(Subject subject, AssignmentChange change, String pointer, String ifMatch) {

    /**
     * The result of a command.
     *
     * @param revision revision of the assignments after the change
     * @param catalog revision of the catalog at that time
     */
    record Done(Subject subject, AssignmentResult result, String revision, String catalog) {

        Map<String, Object> shown() {
            Map<String, Object> shown = new LinkedHashMap<>(subject.shown());
            shown.put("added", result.added());
            shown.put("removed", result.removed());
            shown.put("unchanged", result.unchanged());
            shown.put("unresolved", result.unresolved());
            return shown;
        }
    }

    /** Executes all commands or none, in one transaction. */
    static List<Done> run(Call call, HolderType type, List<AssignmentCommand> commands, boolean strict) {
        AssignmentRights giving = AssignmentRights.decided(
                call.permissions(), type, call.entityManager(), call.realm(), call::mayManageClient);
        return OwnTransaction.run(call, own -> runIn(own, giving, commands, strict));
    }

    private static List<Done> runIn(
            Call own, AssignmentRights giving, List<AssignmentCommand> commands, boolean strict) {
        AssignmentEditor editor =
                new AssignmentEditor(own.entityManager(), own.realm().getId(), giving);
        Set<String> names = new HashSet<>();
        commands.forEach(command -> names.addAll(command.change().names()));
        List<Holder> holders =
                commands.stream().map(command -> command.subject().holder()).toList();
        editor.lock(holders);
        editor.load(holders, names);
        List<ApiError> faults = new ArrayList<>();
        for (AssignmentCommand command : commands) {
            if (!editor.isFound(command.subject().holder())) {
                throw new ApiError("removed", command.pointer(), "The role or user has been removed in the meantime")
                        .as(Status.NOT_FOUND);
            }
            Revision.require(
                    command.ifMatch(), editor.revision(command.subject().holder()));
            if (strict) {
                command.unknown(editor, faults);
            }
        }
        if (!faults.isEmpty()) {
            throw ApiError.all(faults, Status.BAD_REQUEST);
        }
        commands.forEach(command -> command.forbidden(editor, faults));
        if (!faults.isEmpty()) {
            throw ApiError.all(faults, Status.FORBIDDEN);
        }
        List<AssignmentResult> results = new ArrayList<>();
        commands.forEach(command -> results.add(editor.plan(command.subject().holder(), command.change())));
        editor.write();
        String catalog =
                new CatalogReader(own.entityManager()).revision(own.realm().getId());
        List<Done> done = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            Subject subject = commands.get(i).subject();
            done.add(new Done(subject, results.get(i), editor.revision(subject.holder()), catalog));
        }
        done.forEach(
                each -> AssignmentEvent.fire(own.adminEvent(), each.subject().holder(), each.result()));
        return done;
    }

    private void unknown(AssignmentEditor editor, List<ApiError> faults) {
        Set<String> unresolved = new HashSet<>(editor.unresolved(change));
        if (!unresolved.isEmpty()) {
            String message = "The realm has no capability or set with this name or id";
            fault("unknown_capability", message, "set", change.set(), unresolved, faults);
            fault("unknown_capability", message, "add", change.add(), unresolved, faults);
            fault("unknown_capability", message, "remove", change.remove(), unresolved, faults);
        }
    }

    private void forbidden(AssignmentEditor editor, List<ApiError> faults) {
        Set<String> notTheirs = new HashSet<>(editor.notTheirs(subject.holder(), change));
        if (!notTheirs.isEmpty()) {
            fault("forbidden", AssignmentRights.REFUSAL, "set", change.set(), notTheirs, faults);
            fault("forbidden", AssignmentRights.REFUSAL, "add", change.add(), notTheirs, faults);
        }
    }

    private void fault(
            String code, String message, String field, List<String> names, Set<String> wrong, List<ApiError> faults) {
        for (int i = 0; names != null && i < names.size(); i++) {
            if (wrong.contains(names.get(i)) && faults.size() < ApiError.MAX_SHOWN) {
                faults.add(new ApiError(code, Pointers.to(Pointers.to(pointer, field), i), message));
            }
        }
    }
}
