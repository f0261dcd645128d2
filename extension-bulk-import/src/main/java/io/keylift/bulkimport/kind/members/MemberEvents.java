// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.members;

import io.keylift.bulkimport.kind.reference.OrganizationContext;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.List;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.organization.OrganizationProvider;

/**
 * Fires the events of the Admin API for each member who joins or leaves, if the import has events for each record. Runs
 * statements for each member, so it is slow.
 */
final class MemberEvents {

    private final ImportContext context;
    private final KeycloakSession session;
    private final OrganizationProvider organizations;

    MemberEvents(ImportContext context) {
        this.context = context;
        session = context.session();
        organizations = session.getProvider(OrganizationProvider.class);
    }

    void joined(List<? extends MemberWork<?>> works) {
        for (MemberWork<?> work : works) {
            UserModel user = session.users().getUserById(context.realm(), work.user.id());
            OrganizationModel organization = organizations.getById(work.organization.id());
            if (user != null && organization != null) {
                if (!work.isMember) {
                    joinedGroup(work.organization.groupId(), user);
                    OrganizationModel.OrganizationMemberJoinEvent.fire(organization, user, session);
                    membershipEvent(OperationType.CREATE, organization, user);
                }
                if (work.department != null) {
                    departmentEvent(OperationType.CREATE, joinedGroup(work.groupId, user), work, user);
                }
            }
        }
    }

    /** Called before the rows are deleted: the events show what the member leaves. */
    void leaving(List<? extends MemberWork<?>> works) {
        for (MemberWork<?> work : works) {
            UserModel user = session.users().getUserById(context.realm(), work.user.id());
            OrganizationModel organization = organizations.getById(work.organization.id());
            GroupModel group = session.groups().getGroupById(context.realm(), work.groupId);
            if (user != null && organization != null && group != null) {
                OrganizationContext.fire(
                        session, group, () -> GroupModel.GroupMemberLeaveEvent.fire(group, user, session));
                if (work.department == null) {
                    OrganizationModel.OrganizationMemberLeaveEvent.fire(organization, user, session);
                    membershipEvent(OperationType.DELETE, organization, user);
                } else {
                    departmentEvent(OperationType.DELETE, group, work, user);
                }
            }
        }
    }

    private GroupModel joinedGroup(String id, UserModel user) {
        GroupModel group = session.groups().getGroupById(context.realm(), id);
        OrganizationContext.fire(session, group, () -> GroupModel.GroupMemberJoinEvent.fire(group, user, session));
        return group;
    }

    private void membershipEvent(OperationType operation, OrganizationModel organization, UserModel user) {
        context.adminEvent()
                .operation(operation)
                .resource(ResourceType.ORGANIZATION_MEMBERSHIP)
                .representation(ModelToRepresentation.toRepresentation(organization))
                .resourcePath("organizations", organization.getId(), "members")
                .detail(UserModel.USERNAME, user.getUsername())
                .detail(UserModel.EMAIL, user.getEmail())
                .success();
    }

    private void departmentEvent(OperationType operation, GroupModel group, MemberWork<?> work, UserModel user) {
        context.adminEvent()
                .operation(operation)
                .resource(ResourceType.ORGANIZATION_GROUP_MEMBERSHIP)
                .representation(ModelToRepresentation.groupToBriefRepresentation(group))
                .resourcePath("organizations", work.organization.id(), "groups", work.groupId, "members", user.getId())
                .detail(UserModel.USERNAME, user.getUsername())
                .detail(UserModel.EMAIL, user.getEmail())
                .success();
    }
}
