// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.GroupPaths;
import io.keylift.bulkimport.kind.shared.reference.Organizations;
import io.keylift.bulkimport.kind.shared.reference.Organizations.Organization;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.reference.Roles;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.request.Pointers;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.keycloak.models.GroupModel;

/** Finds the roles, groups and organizations that the records of a chunk name. */
final class MembershipLookup {

    private final ImportContext context;
    private final Rights rights;
    private final Roles roles;
    private final GroupPaths groups;
    private final Organizations organizations;
    private final GroupPaths departments;
    private final boolean organizationsEnabled;

    /** {@code null} until a record needs it. */
    private List<String> defaultGroups;

    MembershipLookup(ImportContext context, Queries rows) {
        this.context = context;
        rights = Rights.of(context);
        roles = new Roles(context, rows);
        groups = new GroupPaths(context, rows);
        organizations = new Organizations(context, rows);
        departments = new GroupPaths(context, rows, GroupModel.Type.ORGANIZATION);
        organizationsEnabled = Organizations.areEnabled(context);
    }

    void resolve(List<UserWork> works) {
        works.forEach(work -> need(work.user));
        roles.load();
        groups.load();
        organizations.load();
        works.forEach(work -> needDepartments(work.user));
        departments.load();
        for (UserWork work : works) {
            UserRecord record = work.user;
            work.mappings = roles.mapped(work.item, record.getRealmRoles(), record.getClientRoles());
            joinGroups(work);
            joinOrganizations(work);
        }
    }

    private void need(UserRecord record) {
        roles.need(record.getRealmRoles(), record.getClientRoles());
        if (record.getGroups() != null) {
            record.getGroups().forEach(groups::need);
        }
        if (record.getOrganizations() != null && organizationsEnabled) {
            for (UserOrganization named : record.getOrganizations()) {
                if (named.getId() == null) {
                    organizations.needAlias(named.getAlias());
                } else {
                    organizations.needId(named.getId());
                }
            }
        }
    }

    private void joinGroups(UserWork work) {
        List<String> paths = work.user.getGroups();
        for (int i = 0; paths != null && i < paths.size() && work.isOpen(); i++) {
            String id = groups.id(paths.get(i));
            String pointer = Pointers.to("/groups", i);
            if (id == null && ViewRights.of(context).mayViewAllUsers(context)) {
                work.item.reject(RejectCode.UNKNOWN_GROUP, pointer, "The realm has no group with this path");
            } else if (id == null || !rights.mayJoinGroup(context, id)) {
                work.item.reject(
                        RejectCode.FORBIDDEN,
                        pointer,
                        "The caller does not have permission to manage the membership of the group " + paths.get(i));
            } else {
                work.groupIds.add(id);
            }
        }
        if (paths != null && work.isNew() && work.isOpen()) {
            leaveDefaultGroups(work);
        }
    }

    /** Keeps a new user out of default groups that the record leaves out. That requires permission to leave them. */
    private void leaveDefaultGroups(UserWork work) {
        if (defaultGroups == null) {
            defaultGroups = context.realm()
                    .getDefaultGroupsStream()
                    .map(GroupModel::getId)
                    .toList();
        }
        List<String> left = defaultGroups.stream()
                .filter(group -> !work.groupIds.contains(group))
                .toList();
        boolean allowed = left.isEmpty()
                || (rights.mayManageGroupsOf(context, work.existingId)
                        && left.stream().allMatch(group -> rights.mayJoinGroup(context, group)));
        if (!allowed) {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    "/groups",
                    "The caller does not have permission to keep a new user out of a default group. Leave out"
                            + " `groups`.");
        }
    }

    private void joinOrganizations(UserWork work) {
        List<UserOrganization> named = work.user.getOrganizations();
        for (int i = 0; named != null && i < named.size() && work.isOpen(); i++) {
            if (organizationsEnabled) {
                joinOrganization(work, named.get(i), i);
            } else {
                work.item.reject(
                        RejectCode.ORGANIZATIONS_DISABLED,
                        Pointers.to("/organizations", i),
                        "Organizations are disabled for this realm. Enable them in the realm settings.");
            }
        }
    }

    private void joinOrganization(UserWork work, UserOrganization named, int i) {
        String pointer = Pointers.to("/organizations", i);
        Organization found = find(named);
        if (found == null && ViewRights.of(context).mayViewAllOrganizations(context)) {
            work.item.reject(
                    RejectCode.UNKNOWN_ORGANIZATION, pointer, "The realm has no organization with this alias or id");
        } else if (found == null || !rights.mayManageOrganization(context, found.id())) {
            work.item.reject(RejectCode.FORBIDDEN, pointer, Organizations.REFUSAL);
        } else if (contradicts(work, named, found, pointer)) {
            return;
        } else if (concernsDepartments(work, named) && !rights.mayManageGroupsOf(context, work.existingId)) {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    pointer + "/departments",
                    "The caller does not have permission to manage the groups of this user");
        } else {
            Set<String> ids = joinDepartments(work, found, named.getDepartments(), pointer + "/departments");
            work.organizations.add(
                    new UserWork.Organization(found.id(), found.groupId(), named.getMembershipType(), ids, i));
        }
    }

    /** Whether an earlier entry contradicts this one on the same organization; then the record is rejected. */
    private static boolean contradicts(UserWork work, UserOrganization named, Organization found, String pointer) {
        for (UserWork.Organization earlier : work.organizations) {
            if (!earlier.id().equals(found.id())) {
                continue;
            }
            UserOrganization first = work.user.getOrganizations().get(earlier.index());
            String field = differs(first.getMembershipType(), named.getMembershipType())
                    ? "membershipType"
                    : differs(first.getDepartments(), named.getDepartments()) ? "departments" : null;
            if (field != null) {
                work.item.reject(
                        RejectCode.CONFLICT,
                        pointer + "/" + field,
                        "An earlier entry has another " + field + " for the same organization");
                return true;
            }
        }
        return false;
    }

    private static boolean differs(Object one, Object other) {
        return one != null && other != null && !one.equals(other);
    }

    /** An empty list may remove an existing user from departments. */
    private static boolean concernsDepartments(UserWork work, UserOrganization named) {
        List<String> departments = named.getDepartments();
        return departments != null && (!departments.isEmpty() || !work.isNew());
    }

    /** The organization of this alias, or of this id; {@code null} if there is none or the two disagree. */
    private Organization find(UserOrganization named) {
        Organization found =
                named.getId() == null ? organizations.ofAlias(named.getAlias()) : organizations.ofId(named.getId());
        boolean disagrees =
                found != null && named.getAlias() != null && !named.getAlias().equals(found.alias());
        return disagrees ? null : found;
    }

    private void needDepartments(UserRecord record) {
        if (record.getOrganizations() == null || !organizationsEnabled) {
            return;
        }
        for (UserOrganization named : record.getOrganizations()) {
            Organization organization = named.getDepartments() == null ? null : find(named);
            if (organization != null) {
                named.getDepartments().forEach(path -> departments.need(organization.groupId(), path, null));
            }
        }
    }

    /** Ids of the departments, or {@code null} if the record names none. */
    private Set<String> joinDepartments(UserWork work, Organization organization, List<String> paths, String pointer) {
        if (paths == null) {
            return null;
        }
        Set<String> ids = new LinkedHashSet<>();
        for (int i = 0; i < paths.size(); i++) {
            String id = departments.id(organization.groupId(), paths.get(i), null);
            if (id == null) {
                work.item.reject(
                        RejectCode.UNKNOWN_DEPARTMENT,
                        Pointers.to(pointer, i),
                        "The organization has no department with this path");
            } else {
                ids.add(id);
            }
        }
        return ids;
    }
}
