// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.GroupMembershipEvents;
import io.keylift.bulkimport.kind.shared.reference.OrganizationContext;
import io.keylift.bulkimport.kind.shared.reference.OrganizationMembershipEvents;
import io.keylift.bulkimport.kind.shared.reference.RoleMappingEvents;
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
import org.keycloak.models.jpa.entities.FederatedIdentityEntity;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;
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
        // Of a user that a storage has created, Keycloak itself has sent the model events, and the rest is not known
        // here.
        UserModel user = work.registered ? null : user(work);
        if (user != null) {
            fireModelEvents(work, user);
        }
        fireUser(work);
        if (user != null) {
            if (work.isNew()) {
                fireCalls(work, user);
            } else {
                fireCalls(work.change, user);
            }
        }
    }

    /** The calls after {@code POST} for what it ignores. */
    private void fireCalls(UserWork work, UserModel user) {
        RoleMappingEvents.fire(context, OperationType.CREATE, "users/" + work.id, work.mappings.roles());
        for (UserWork.Organization organization : work.organizations) {
            fireMembership(OperationType.CREATE, organization.groupId(), user);
            if (organization.departments() != null) {
                organization.departments().forEach(group -> fireMembership(OperationType.CREATE, group, user));
            }
        }
    }

    /** The calls after {@code PUT} for what it ignores. */
    private void fireCalls(UserChange change, UserModel user) {
        String path = "users/" + user.getId();
        RoleMappingEvents.fireOfIds(context, OperationType.DELETE, path, change.removedRoles);
        RoleMappingEvents.fireOfIds(context, OperationType.CREATE, path, change.roles);
        change.removedMemberships.forEach(group -> fireMembership(OperationType.DELETE, group, user));
        change.memberships.keySet().forEach(group -> fireMembership(OperationType.CREATE, group, user));
        change.removedIdentities.forEach(identity ->
                FederatedIdentityEvents.fire(context, OperationType.DELETE, user, representation(identity)));
        change.identities.forEach(
                identity -> FederatedIdentityEvents.fire(context, OperationType.CREATE, user, identity));
    }

    private static FederatedIdentityRepresentation representation(FederatedIdentityEntity identity) {
        FederatedIdentityRepresentation representation = new FederatedIdentityRepresentation();
        representation.setIdentityProvider(identity.getIdentityProvider());
        representation.setUserId(identity.getUserId());
        representation.setUserName(identity.getUserName());
        return representation;
    }

    /** @param id of a group of the realm, of a department, or of the group of all members of an organization */
    private void fireMembership(OperationType operation, String id, UserModel user) {
        GroupModel group = session.groups().getGroupById(realm, id);
        if (group == null) {
            return;
        }
        OrganizationModel organization = group.getOrganization();
        if (organization == null) {
            GroupMembershipEvents.fire(context, operation, group, user);
        } else if (group.getParentId() == null) {
            OrganizationMembershipEvents.fire(context, operation, organization, user);
        } else {
            OrganizationMembershipEvents.fireOfDepartment(context, operation, organization.getId(), group, user);
        }
    }

    private void fireUser(UserWork work) {
        UserRepresentation representation = new UserRepresentation(work.user);
        // Without credentials, not even hashes: events are stored.
        representation.setCredentials(null);
        // The Admin API shows what was sent: the id only if the record gives it. Roles have calls of their own.
        representation.setId(work.user.getId() == null ? null : work.id);
        representation.setRealmRoles(null);
        representation.setClientRoles(null);
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
