// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.ImportContext;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.ModelToRepresentation;

/** The admin events of users who join groups of the realm, or leave them. */
public final class GroupMembershipEvents {

    private GroupMembershipEvents() {}

    public static void fire(ImportContext context, OperationType operation, GroupModel group, UserModel user) {
        context.adminEvent()
                .operation(operation)
                .resource(ResourceType.GROUP_MEMBERSHIP)
                .representation(ModelToRepresentation.toRepresentation(group, true))
                .resourcePath("users", user.getId(), "groups", group.getId())
                .detail(UserModel.USERNAME, user.getUsername())
                .detail(UserModel.EMAIL, user.getEmail())
                .success();
    }
}
