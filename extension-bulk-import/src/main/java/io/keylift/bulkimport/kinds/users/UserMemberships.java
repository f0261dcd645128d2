// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.GroupNames;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.keycloak.representations.idm.MembershipType;

/** The memberships of one user as a record has them: groups of the realm, organizations and their departments. */
final class UserMemberships {

    private final ExportContext context;
    private final GroupNames names;
    private final ViewRights rights;
    private final String userId;
    private final List<String> groups = new ArrayList<>(0);
    private final Map<String, UserOrganization> organizations = new TreeMap<>();
    private final Set<String> unnamed = new HashSet<>(0);

    UserMemberships(ExportContext context, String userId, GroupNames names) {
        this.userId = userId;
        this.context = context;
        this.names = names;
        this.rights = ViewRights.of(context);
    }

    void add(String groupId, String membershipType) {
        GroupNames.Place place = names.place(groupId);
        if (place == null) {
            return; // the group was removed, and the membership will be
        }
        if (place.organization() == null) {
            add(groups, names.reference(groupId, place.path()), "groups");
        } else if (place.path() == null) {
            of(place).setMembershipType(MembershipType.valueOf(membershipType));
        } else {
            add(of(place).getDepartments(), names.reference(groupId, place.path()), "organizations");
        }
    }

    private void add(List<String> paths, String path, String field) {
        if (path == null) {
            unnamed.add(field); // no record can name the group, and an import must not take the user out of it
        } else {
            paths.add(path);
        }
    }

    private UserOrganization of(GroupNames.Place place) {
        return organizations.computeIfAbsent(place.organization().alias(), alias -> {
            UserOrganization organization = new UserOrganization();
            organization.setAlias(alias);
            organization.setDepartments(new ArrayList<>(0));
            return organization;
        });
    }

    /** Sorted paths; {@code null} if the caller may not view all groups, even if the user has none. */
    List<String> groups() {
        if (!rights.mayViewAllUsers(context) || unnamed.contains("groups")) {
            context.hidden(userId, "groups");
            return null;
        }
        groups.sort(null);
        return groups;
    }

    /** Sorted by alias; {@code null} if the caller may not view all organizations, even if the user has none. */
    List<UserOrganization> organizations() {
        if (!rights.mayViewAllOrganizations(context) || unnamed.contains("organizations")) {
            context.hidden(userId, "organizations");
            return null;
        }
        organizations
                .values()
                .forEach(organization -> organization.getDepartments().sort(null));
        return List.copyOf(organizations.values());
    }
}
