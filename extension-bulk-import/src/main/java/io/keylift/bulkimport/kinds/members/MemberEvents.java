// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import io.keylift.bulkimport.kind.shared.reference.GroupMembershipEvents;
import io.keylift.bulkimport.kind.shared.reference.OrganizationContext;
import io.keylift.bulkimport.kind.shared.reference.OrganizationMembershipEvents;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.List;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.UserModel;
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
            UserModel user = user(work);
            OrganizationModel organization = organization(work);
            if (user != null && work.organization == null) {
                GroupMembershipEvents.fire(context, OperationType.CREATE, joinedGroup(work.groupId, user), user);
            } else if (user != null && organization != null) {
                if (!work.isMember) {
                    joinedGroup(work.organization.groupId(), user);
                    OrganizationModel.OrganizationMemberJoinEvent.fire(organization, user, session);
                    OrganizationMembershipEvents.fire(context, OperationType.CREATE, organization, user);
                }
                if (work.isOfDepartment()) {
                    OrganizationMembershipEvents.fireOfDepartment(
                            context, OperationType.CREATE, organization.getId(), joinedGroup(work.groupId, user), user);
                }
            }
        }
    }

    /** Called before the rows are deleted, because the events show the group that the member leaves. */
    void leaving(List<? extends MemberWork<?>> works) {
        for (MemberWork<?> work : works) {
            UserModel user = user(work);
            OrganizationModel organization = organization(work);
            GroupModel group = group(work.groupId);
            if (user != null && group != null && (organization != null || work.organization == null)) {
                OrganizationContext.fire(
                        session, group, () -> GroupModel.GroupMemberLeaveEvent.fire(group, user, session));
                if (work.organization == null) {
                    GroupMembershipEvents.fire(context, OperationType.DELETE, group, user);
                } else if (!work.isOfDepartment()) {
                    OrganizationModel.OrganizationMemberLeaveEvent.fire(organization, user, session);
                    OrganizationMembershipEvents.fire(context, OperationType.DELETE, organization, user);
                } else {
                    OrganizationMembershipEvents.fireOfDepartment(
                            context, OperationType.DELETE, organization.getId(), group, user);
                }
            }
        }
    }

    /**
     * Fires the admin events of users of a user storage who joined or left groups of the realm. Keycloak's models fire
     * all other events.
     */
    void ofStorage(OperationType operation, List<? extends MemberWork<?>> works) {
        for (MemberWork<?> work : works) {
            UserModel user = user(work);
            GroupModel group = group(work.groupId);
            if (work.organization == null && user != null && group != null) {
                GroupMembershipEvents.fire(context, operation, group, user);
            }
        }
    }

    private UserModel user(MemberWork<?> work) {
        return session.users().getUserById(context.realm(), work.user.id());
    }

    private GroupModel group(String id) {
        return session.groups().getGroupById(context.realm(), id);
    }

    private OrganizationModel organization(MemberWork<?> work) {
        return work.organization == null ? null : organizations.getById(work.organization.id());
    }

    private GroupModel joinedGroup(String id, UserModel user) {
        GroupModel group = group(id);
        OrganizationContext.fire(session, group, () -> GroupModel.GroupMemberJoinEvent.fire(group, user, session));
        return group;
    }
}
