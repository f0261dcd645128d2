// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.OrganizationContext;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.cache.UserCache;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.representations.idm.UserRepresentation;

/**
 * Fires the events of the Admin API for each user, if the import has events for each record. Runs statements for each
 * user, so it is slow.
 */
final class UserEvents {

    private final ImportContext context;
    private final KeycloakSession session;
    private final RealmModel realm;

    private UserEvents(ImportContext context) {
        this.context = context;
        session = context.session();
        realm = context.realm();
    }

    static void fire(ImportContext context, List<UserWork> works) {
        works.forEach(new UserEvents(context)::fire);
    }

    private void fire(UserWork work) {
        if (!work.registered) {
            UserModel user = user(work);
            if (user != null) {
                fireModelEvents(work, user);
            }
        }
        UserRepresentation representation = new UserRepresentation(work.user);
        // Without credentials, not even hashes: events are stored.
        representation.setCredentials(null);
        representation.setId(work.id);
        context.adminEvent()
                .resource(ResourceType.USER)
                .operation(work.isNew() ? OperationType.CREATE : OperationType.UPDATE)
                .resourcePath("users", work.id)
                .representation(representation)
                .success();
    }

    /** The current user in the database. It is evicted first, so that no cache stores it before the commit. */
    private UserModel user(UserWork work) {
        UserCache cache = session.getProvider(UserCache.class);
        if (cache != null && work.isNew()) {
            cache.evict(realm, new RecordUser(session, realm, work.id, work.draft.username, work.draft.email));
        }
        return session.users().getUserById(realm, work.id);
    }

    private void fireModelEvents(UserWork work, UserModel user) {
        List<String> roles = new ArrayList<>();
        Set<String> groups = new LinkedHashSet<>();
        if (work.isNew()) {
            roles.add(realm.getDefaultRole().getId());
            work.mappings.roles().forEach(role -> roles.add(role.id()));
            List<String> defaultGroups =
                    realm.getDefaultGroupsStream().map(GroupModel::getId).toList();
            groups.addAll(work.memberships(defaultGroups).keySet());
        } else {
            roles.addAll(work.change.roles);
            groups.addAll(work.change.memberships.keySet());
            work.change.removedRoles.forEach(id -> fireRevoked(id, user));
            work.change.removedMemberships.forEach(id -> fireLeft(id, user));
        }
        for (String id : roles) {
            RoleModel role = session.roles().getRoleById(realm, id);
            if (role != null) {
                RoleModel.RoleGrantedEvent.fire(role, user, session);
            }
        }
        for (String id : groups) {
            GroupModel group = session.groups().getGroupById(realm, id);
            if (group != null) {
                OrganizationContext.fire(
                        session, group, () -> GroupModel.GroupMemberJoinEvent.fire(group, user, session));
            }
        }
        for (UserWork.Organization organization : work.organizations) {
            if (groups.contains(organization.groupId())) {
                fireMember(organization.id(), user);
            }
        }
    }

    private void fireMember(String id, UserModel user) {
        OrganizationModel organization =
                session.getProvider(OrganizationProvider.class).getById(id);
        if (organization != null) {
            OrganizationModel.OrganizationMemberJoinEvent.fire(organization, user, session);
        }
    }

    private void fireRevoked(String id, UserModel user) {
        RoleModel role = session.roles().getRoleById(realm, id);
        if (role != null) {
            RoleModel.RoleRevokedEvent.fire(role, user, session);
        }
    }

    private void fireLeft(String id, UserModel user) {
        GroupModel group = session.groups().getGroupById(realm, id);
        if (group != null) {
            OrganizationContext.fire(session, group, () -> GroupModel.GroupMemberLeaveEvent.fire(group, user, session));
        }
    }
}
