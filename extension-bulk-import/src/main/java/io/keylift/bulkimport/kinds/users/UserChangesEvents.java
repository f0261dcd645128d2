// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.GroupMembershipEvents;
import io.keylift.bulkimport.kind.shared.reference.OrganizationContext;
import io.keylift.bulkimport.kind.shared.reference.RoleMappingEvents;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.List;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.UserModel;

/**
 * Fires the events of the equivalent calls of the Admin API, if the import has events for each record. Runs statements
 * for each user, so it is slow.
 */
final class UserChangesEvents {

    private final ImportContext context;
    private final KeycloakSession session;
    private final UserChangesWork work;
    private final UserModel user;

    private UserChangesEvents(ImportContext context, UserChangesWork work, UserModel user) {
        this.context = context;
        this.work = work;
        this.user = user;
        session = context.session();
    }

    static void fire(ImportContext context, List<UserChangesWork> works) {
        for (UserChangesWork work : works) {
            UserModel user = context.session().users().getUserById(context.realm(), work.user.id());
            if (user != null) {
                new UserChangesEvents(context, work, user).fire();
            }
        }
    }

    private void fire() {
        String path = "users/" + user.getId();
        RoleMappingEvents.tell(context, user, work.revoked, work.granted);
        RoleMappingEvents.fire(context, OperationType.DELETE, path, work.revoked);
        work.left.forEach(id -> fireGroup(OperationType.DELETE, id));
        work.unlinked.forEach(identity -> FederatedIdentityEvents.fire(context, OperationType.DELETE, user, identity));
        if (work.update != null) {
            context.adminEvent()
                    .resource(ResourceType.USER)
                    .operation(OperationType.UPDATE)
                    .resourcePath("users", user.getId())
                    .representation(work.update)
                    .success();
        }
        RoleMappingEvents.fire(context, OperationType.CREATE, path, work.granted);
        work.joined.forEach(id -> fireGroup(OperationType.CREATE, id));
        work.linked.forEach(identity -> FederatedIdentityEvents.fire(context, OperationType.CREATE, user, identity));
    }

    private void fireGroup(OperationType operation, String id) {
        GroupModel group = session.groups().getGroupById(context.realm(), id);
        if (group == null) {
            return;
        }
        OrganizationContext.fire(session, group, () -> {
            if (operation == OperationType.CREATE) {
                GroupModel.GroupMemberJoinEvent.fire(group, user, session);
            } else {
                GroupModel.GroupMemberLeaveEvent.fire(group, user, session);
            }
        });
        GroupMembershipEvents.fire(context, operation, group, user);
    }
}
