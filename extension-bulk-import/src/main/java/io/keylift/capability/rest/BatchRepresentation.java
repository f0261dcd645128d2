// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import io.keylift.capability.assignment.HolderType;
import io.keylift.request.Pointers;
import jakarta.ws.rs.ForbiddenException;
import jakarta.ws.rs.core.Response.Status;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.RoleModel;

/** A request that changes the assignments of many roles. */
record BatchRepresentation(List<RoleChange> changes) {

    /**
     * A change of one role, given either by {@code id} or by {@code role} and {@code client}.
     *
     * @param id id of the role
     * @param role name of the role
     * @param client client id of the role's client, or {@code null} for a realm role
     * @param ifMatch required ETag of the assignments, or {@code null}
     */
    record RoleChange(
            String id,
            String role,
            String client,
            String ifMatch,
            List<String> set,
            List<String> add,
            List<String> remove) {}

    List<Map<String, Object>> run(Call call, boolean strict) {
        if (changes == null || changes.isEmpty()) {
            throw new ApiError(ErrorCode.MISSING, "/changes", "The list of changes is empty").badRequest();
        }
        List<AssignmentCommand> commands = new ArrayList<>();
        Set<String> roles = new HashSet<>();
        for (int i = 0; i < changes.size(); i++) {
            String pointer = Pointers.to("/changes", i);
            AssignmentCommand command = command(call, changes.get(i), pointer);
            if (!roles.add(command.subject().holder().id())) {
                throw new ApiError(ErrorCode.DUPLICATE, pointer, "An earlier change already names this role")
                        .badRequest();
            }
            commands.add(command);
        }
        return AssignmentCommand.run(call, HolderType.ROLE, commands, strict).stream()
                .map(AssignmentCommand.Done::shown)
                .toList();
    }

    private static AssignmentCommand command(Call call, RoleChange change, String pointer) {
        if (change == null || (change.id() == null) == (change.role() == null)) {
            throw new ApiError(ErrorCode.MISSING, pointer, "A change requires `id` or `role`, not both").badRequest();
        }
        RoleModel role = role(call, change, pointer);
        if (role == null) {
            throw new ApiError(ErrorCode.UNKNOWN_ROLE, pointer, "The realm has no such role").as(Status.NOT_FOUND);
        }
        Subject subject = Subject.role(call.realm(), role);
        subject.requireManage().accept(call.permissions());
        return new AssignmentCommand(
                subject,
                new ChangeRepresentation(change.set(), change.add(), change.remove()).either(pointer),
                pointer,
                change.ifMatch());
    }

    private static RoleModel role(Call call, RoleChange change, String pointer) {
        if (change.id() != null) {
            return call.session().roles().getRoleById(call.realm(), change.id());
        }
        if (change.client() == null) {
            return known(call, call.realm(), call.realm().getRole(change.role()));
        }
        ClientModel client = call.realm().getClientByClientId(change.client());
        if (client == null) {
            if (!call.permissions().hasOneAdminRole(AdminRoles.VIEW_CLIENTS, AdminRoles.MANAGE_CLIENTS)) {
                throw new ForbiddenException(); // as for a client that the caller may not view
            }
            throw new ApiError(
                            ErrorCode.UNKNOWN_CLIENT,
                            pointer + "/client",
                            "The realm has no client with this client id")
                    .as(Status.NOT_FOUND);
        }
        return known(call, client, client.getRole(change.role()));
    }

    /** A caller who may not view the roles of the realm or client does not learn which of them exist. */
    private static RoleModel known(Call call, RoleContainerModel container, RoleModel role) {
        if (role == null) {
            call.permissions().roles().requireList(container);
        }
        return role;
    }
}
