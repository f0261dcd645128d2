// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import io.keylift.capability.assignment.Holder;
import jakarta.ws.rs.core.Response.Status;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * The role or user of a request, with the checks of the caller's permissions to view and to change its assignments.
 *
 * @param shown fields that identify it in responses
 */
record Subject(
        Holder holder,
        Map<String, Object> shown,
        Consumer<AdminPermissionEvaluator> requireView,
        Consumer<AdminPermissionEvaluator> requireManage) {

    static Subject role(RealmModel realm, RoleModel role) {
        if (role == null) {
            throw new ApiError("unknown_role", "", "The realm has no such role").as(Status.NOT_FOUND);
        }
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("id", role.getId());
        shown.put("role", role.getName());
        if (role.getContainer() instanceof ClientModel client) {
            shown.put("client", client.getClientId());
        }
        return new Subject(
                Holder.role(role.getId()),
                shown,
                permissions -> permissions.roles().requireView(role),
                permissions -> permissions.roles().requireManage(role));
    }

    static Subject user(UserModel user) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("id", user.getId());
        shown.put("username", user.getUsername());
        return new Subject(
                Holder.user(user.getId()),
                shown,
                permissions -> permissions.users().requireView(user),
                permissions -> permissions.users().requireMapRoles(user));
    }
}
