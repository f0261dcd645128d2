// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import io.keylift.bulkimport.kind.shared.reference.Users;
import io.keylift.bulkimport.kind.shared.storages.UserStorages;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.function.Consumer;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.ModelException;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.RoleUtils;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.representations.idm.MembershipType;
import org.keycloak.storage.ReadOnlyException;

/**
 * Memberships of users of a user storage: in groups of the realm, and in organizations if the users exist only in the
 * storage. Keycloak stores them in other tables, or the storage does.
 */
final class StorageMembers {

    private final ImportContext context;
    private final KeycloakSession session;
    private final OrganizationProvider organizations;

    StorageMembers(ImportContext context) {
        this.context = context;
        session = context.session();
        organizations = session.getProvider(OrganizationProvider.class);
    }

    /** Finds the present memberships of the user. They have no type. */
    void find(MemberWork<?> work) {
        UserModel user = user(work);
        if (user == null) {
            return;
        }
        // As in the Admin API: in groups of the realm only, a member of a subgroup is not a member of the group.
        boolean isMember;
        if (work.organization == null) {
            isMember = RoleUtils.isDirectMember(user.getGroupsStream(), group(work.groupId));
        } else {
            work.isMember = user.isMemberOf(group(work.organization.groupId()));
            isMember = user.isMemberOf(group(work.groupId));
        }
        work.found(isMember ? MembershipType.UNMANAGED : null);
    }

    /** Adds the user. Returns whether that succeeded; otherwise the record is rejected. */
    boolean join(MemberWork<?> work) {
        return change(work, user -> {
            if (work.organization != null) {
                organizations.addMember(organizations.getById(work.organization.id()), user);
            }
            if (!work.isOfOrganization()) {
                user.joinGroup(group(work.groupId));
            }
        });
    }

    /** Removes the user. Returns whether that succeeded; otherwise the record is rejected. */
    boolean leave(MemberWork<?> work) {
        return change(work, user -> {
            if (work.isOfOrganization()) {
                OrganizationModel organization = organizations.getById(work.organization.id());
                organizations.removeMember(organization, user);
            } else {
                user.leaveGroup(group(work.groupId));
            }
        });
    }

    private boolean change(MemberWork<?> work, Consumer<UserModel> change) {
        UserModel user = user(work);
        try {
            if (user != null) {
                change.accept(user);
                return true;
            }
            Users.rejectUnknown(work.item, work.record.user().pointer());
        } catch (ReadOnlyException e) {
            reject(work, user, "is read-only for this user");
        } catch (ModelException e) {
            if (work.organization != null) {
                throw e;
            }
            // A group mapper of LDAP that only reads does not let users leave the groups that they have there.
            reject(work, user, "refuses this change");
        }
        return false;
    }

    private void reject(MemberWork<?> work, UserModel user, String reason) {
        work.item.reject(
                RejectCode.INVALID,
                work.record.user().pointer(),
                "The user storage " + UserStorages.name(context, UserStorages.of(user)) + " " + reason);
    }

    private UserModel user(MemberWork<?> work) {
        return session.users().getUserById(context.realm(), work.user.id());
    }

    private GroupModel group(String id) {
        return session.groups().getGroupById(context.realm(), id);
    }
}
