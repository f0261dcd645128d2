// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.ImportContext;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.ModelToRepresentation;

/** The admin events of users who join organizations and departments, or leave them. */
public final class OrganizationMembershipEvents {

    private OrganizationMembershipEvents() {}

    public static void fire(
            ImportContext context, OperationType operation, OrganizationModel organization, UserModel user) {
        String members = "organizations/" + organization.getId() + "/members";
        context.adminEvent()
                .operation(operation)
                .resource(ResourceType.ORGANIZATION_MEMBERSHIP)
                .representation(ModelToRepresentation.toRepresentation(organization))
                .resourcePath(operation == OperationType.CREATE ? members : members + "/" + user.getId())
                .detail(UserModel.USERNAME, user.getUsername())
                .detail(UserModel.EMAIL, user.getEmail())
                .success();
    }

    /** @param organization internal id */
    public static void fireOfDepartment(
            ImportContext context,
            OperationType operation,
            String organization,
            GroupModel department,
            UserModel user) {
        context.adminEvent()
                .operation(operation)
                .resource(ResourceType.ORGANIZATION_GROUP_MEMBERSHIP)
                .representation(ModelToRepresentation.groupToBriefRepresentation(department))
                .resourcePath("organizations", organization, "groups", department.getId(), "members", user.getId())
                .detail(UserModel.USERNAME, user.getUsername())
                .detail(UserModel.EMAIL, user.getEmail())
                .success();
    }
}
