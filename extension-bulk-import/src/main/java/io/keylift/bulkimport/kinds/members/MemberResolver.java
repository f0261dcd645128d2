// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import io.keylift.bulkimport.kind.shared.reference.GroupPaths;
import io.keylift.bulkimport.kind.shared.reference.Memberships;
import io.keylift.bulkimport.kind.shared.reference.Memberships.Membership;
import io.keylift.bulkimport.kind.shared.reference.Organizations;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.reference.Users;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.GroupModel;
import org.keycloak.representations.idm.MembershipType;

/** Finds the users, organizations and groups that the records of a chunk name, and their present memberships. */
final class MemberResolver {

    private final ImportContext context;
    private final Queries rows;
    private final Rights rights;
    private final ViewRights views;
    private final Organizations organizations;
    private final Users users;
    private final GroupPaths departments;
    private final GroupPaths groups;
    private final boolean removal;

    /**
     * @param removal whether the members are removed: a user, organization or group of the realm that does not exist is
     *     no reject then
     */
    MemberResolver(ImportContext context, boolean removal) {
        this.context = context;
        this.removal = removal;
        rows = new Queries(context.entityManager());
        rights = Rights.of(context);
        views = ViewRights.of(context);
        organizations = new Organizations(context, rows);
        users = new Users(context, rows);
        departments = new GroupPaths(context, rows, GroupModel.Type.ORGANIZATION);
        groups = new GroupPaths(context, rows);
    }

    /** Finds organizations, users and groups. In a removal, a record may name objects that do not exist. */
    void resolve(List<? extends MemberWork<?>> works) {
        for (MemberWork<?> work : works) {
            if (work.record.group() == null) {
                organizations.need(work.record.organization());
            } else {
                groups.need(work.record.group());
            }
            users.need(work.record.user());
        }
        organizations.load();
        groups.load();
        users.load();
        works.forEach(this::findOrganizationAndUser);
        markFederated(works);
        List<? extends MemberWork<?>> found = works.stream()
                .filter(work -> work.isOpen() && work.user != null)
                .toList();
        found.stream()
                .filter(MemberWork::isOfDepartment)
                .forEach(work -> departments.need(work.organization.groupId(), work.record.department(), null));
        departments.load();
        found.forEach(this::findGroup);
        rejectRepeated(found.stream().filter(MemberWork::isFound).toList());
    }

    private void findOrganizationAndUser(MemberWork<?> work) {
        boolean ofRealm = work.record.group() != null;
        if (!ofRealm) {
            String organization = work.record.organization();
            work.organization = removal
                    ? organizations.findIfPresent(work.item, organization, "/organization")
                    : organizations.find(work.item, organization, "/organization");
        }
        Users.Name name = work.record.user();
        if (!work.isOpen() || !ofRealm && work.organization == null) {
            return;
        }
        if (users.isKnown(name) || views.mayViewAllUsers(context)) {
            work.user = removal ? users.findIfPresent(work.item, name) : users.find(work.item, name);
        } else {
            rejectForbidden(work); // a caller who may not view all users does not learn which of them exist
        }
        if (work.user == null) {
            return;
        }
        if (!mayJoin(work)) {
            rejectForbidden(work);
        }
    }

    private static void rejectForbidden(MemberWork<?> work) {
        work.item.reject(
                RejectCode.FORBIDDEN,
                work.record.user().pointer(),
                "The caller does not have permission to manage the memberships of this user");
    }

    /**
     * Whether the caller has the permission that the Admin API requires for each user: to manage the user or the user's
     * groups.
     */
    private boolean mayJoin(MemberWork<?> work) {
        return work.isOfOrganization()
                ? rights.mayManageUser(context, work.user.id())
                : rights.mayManageGroupsOf(context, work.user.id());
    }

    /**
     * The storage of a user may store the user's groups of the realm, such as those of LDAP, but neither organizations
     * nor departments.
     */
    private void markFederated(List<? extends MemberWork<?>> works) {
        Set<String> ids = new HashSet<>();
        for (MemberWork<?> work : works) {
            if (work.record.group() != null && work.user != null) {
                ids.add(work.user.id());
            }
        }
        ids = new HashSet<>(rows.list(
                "select u.id from UserEntity u where u.federationLink is not null and u.id in (:values)",
                String.class,
                ids,
                Map.of()));
        for (MemberWork<?> work : works) {
            work.isFederated = work.user != null && ids.contains(work.user.id());
        }
    }

    private void findGroup(MemberWork<?> work) {
        if (work.record.group() != null) {
            findRealmGroup(work);
            return;
        }
        String root = work.organization.groupId();
        work.groupId = work.isOfDepartment() ? departments.id(root, work.record.department(), null) : root;
        if (work.groupId == null) {
            work.item.reject(
                    RejectCode.UNKNOWN_DEPARTMENT, "/department", "The organization has no department with this path");
        }
    }

    private void findRealmGroup(MemberWork<?> work) {
        String id = groups.id(work.record.group());
        if (id == null ? !views.mayViewAllUsers(context) : !rights.mayJoinGroup(context, id)) {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    "/group",
                    "The caller does not have permission to manage the membership of this group");
        } else if (id == null && !removal) {
            work.item.reject(RejectCode.UNKNOWN_GROUP, "/group", "The realm has no group with this path");
        }
        work.groupId = id;
    }

    private static void rejectRepeated(List<? extends MemberWork<?>> works) {
        Set<Membership> seen = new HashSet<>();
        for (MemberWork<?> work : works) {
            if (!seen.add(work.membership())) {
                work.item.reject(
                        RejectCode.DUPLICATE,
                        work.record.user().pointer(),
                        "An earlier record of the same chunk already has this membership");
            }
        }
    }

    /** Finds the present memberships of the users of these records. */
    void findMemberships(List<? extends MemberWork<?>> works) {
        Set<Membership> wanted = new HashSet<>();
        for (MemberWork<?> work : works) {
            if (work.isOfStorage()) {
                new StorageMembers(context).find(work);
            } else {
                wanted.add(work.membership());
                if (work.organization != null) {
                    wanted.add(work.inOrganization());
                }
            }
        }
        Map<Membership, MembershipType> found = Memberships.find(rows, wanted);
        for (MemberWork<?> work : works) {
            if (!work.isOfStorage()) {
                work.found(found.get(work.membership()));
                work.isMember = work.organization == null || found.containsKey(work.inOrganization());
            }
        }
    }
}
