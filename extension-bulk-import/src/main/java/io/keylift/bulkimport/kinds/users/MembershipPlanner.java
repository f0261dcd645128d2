// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.HashSet;
import java.util.Set;
import org.keycloak.representations.idm.MembershipType;

/**
 * Plans changes of roles, groups and organizations. Removing one requires the same permission as adding it. Overwriting
 * organizations requires permission to view all of them: otherwise the result would reveal whether the user has any
 * that the caller may not view.
 */
final class MembershipPlanner {

    private final ImportContext context;
    private final boolean overwrite;
    private final Rights rights;
    private final String defaultRole;

    /** Whether to remove even default roles, and groups that no user may leave. */
    private final boolean exact;

    MembershipPlanner(ImportContext context, boolean overwrite) {
        this.context = context;
        this.overwrite = overwrite;
        rights = Rights.of(context);
        defaultRole = context.realm().getDefaultRole().getId();
        exact = context.spec().givesBack();
    }

    void plan(UserWork work, UserChange change) {
        planRoles(work, change);
        planGroups(work, change);
        planOrganizations(work, change);
    }

    private void planRoles(UserWork work, UserChange change) {
        Set<String> wanted = new HashSet<>();
        for (KnownRole role : work.mappings.roles()) {
            wanted.add(role.id());
            if (!change.stored.hasRole(role.id())) {
                change.roles.add(role.id());
            }
        }
        if (!overwrite) {
            return;
        }
        if (work.user.getRealmRoles() != null) {
            for (String role : change.stored.realmRoles) {
                if (!wanted.contains(role) && (exact || !role.equals(defaultRole))) {
                    removeRole(work, change, role, "/realmRoles");
                }
            }
        }
        change.stored.clientRoles.forEach((role, client) -> {
            if (work.mappings.clients().containsKey(client) && !wanted.contains(role)) {
                removeRole(work, change, role, "/clientRoles");
            }
        });
    }

    private void removeRole(UserWork work, UserChange change, String role, String pointer) {
        if (rights.mayMapRole(context, role)) {
            change.removedRoles.add(role);
        } else {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    pointer,
                    "The caller does not have permission to unassign a role that the user has");
        }
    }

    private void planGroups(UserWork work, UserChange change) {
        for (String group : work.groupIds) {
            if (!change.stored.memberships.containsKey(group)) {
                change.memberships.put(group, MembershipType.UNMANAGED);
            }
        }
        if (!overwrite || work.user.getGroups() == null) {
            return;
        }
        for (StoredUser.Membership membership : change.stored.memberships.values()) {
            if (membership.organizationId() == null && !work.groupIds.contains(membership.groupId())) {
                if (rights.mayJoinGroup(context, membership.groupId())) {
                    change.removedMemberships.add(membership.groupId());
                } else {
                    work.item.reject(
                            RejectCode.FORBIDDEN,
                            "/groups",
                            "The caller does not have permission to manage the membership of a group of the user");
                }
            }
        }
    }

    private void planOrganizations(UserWork work, UserChange change) {
        Set<String> wanted = new HashSet<>();
        for (UserWork.Organization organization : work.organizations) {
            wanted.add(organization.id());
            StoredUser.Membership before = change.stored.memberships.get(organization.groupId());
            MembershipType type = organization.type();
            if (before == null) {
                change.memberships.put(organization.groupId(), type == null ? MembershipType.UNMANAGED : type);
            } else if (type != null && type != before.type()) {
                change.removedMemberships.add(organization.groupId());
                change.memberships.put(organization.groupId(), type);
            }
            if (organization.departments() != null) {
                planDepartments(organization, change);
            }
        }
        if (!overwrite || work.user.getOrganizations() == null) {
            return;
        }
        if (!exact && !ViewRights.of(context).mayViewAllOrganizations(context)) {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    "/organizations",
                    "The caller does not have permission to view all organizations of the user. Use `ifExists=merge`.");
            return;
        }
        for (StoredUser.Membership membership : change.stored.memberships.values()) {
            if (membership.organizationId() != null && !wanted.contains(membership.organizationId())) {
                leave(work, change, membership);
            }
        }
    }

    private void planDepartments(UserWork.Organization organization, UserChange change) {
        for (String group : organization.departments()) {
            if (!change.stored.memberships.containsKey(group)) {
                change.memberships.put(group, MembershipType.UNMANAGED);
            }
        }
        if (overwrite) {
            change.stored.memberships.values().stream()
                    .filter(membership -> organization.id().equals(membership.organizationId())
                            && !membership.internal()
                            && !organization.departments().contains(membership.groupId()))
                    .forEach(membership -> change.removedMemberships.add(membership.groupId()));
        }
    }

    /** Leaving an organization means leaving its departments, too. */
    private void leave(UserWork work, UserChange change, StoredUser.Membership membership) {
        if (membership.internal() && membership.type() == MembershipType.MANAGED && !exact) {
            work.item.reject(
                    RejectCode.CONFLICT,
                    "/organizations",
                    "The user is a managed member of another organization, and leaving it would remove the user");
        } else if (!rights.mayManageOrganization(context, membership.organizationId())) {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    "/organizations",
                    "The caller does not have permission to manage an organization of the user");
        } else {
            change.removedMemberships.add(membership.groupId());
        }
    }
}
