// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.members;

import io.keylift.bulkimport.kind.reference.GroupChildren;
import io.keylift.bulkimport.kind.reference.GroupPath;
import io.keylift.bulkimport.kind.reference.GroupTree;
import io.keylift.bulkimport.kind.reference.GroupTree.Branch;
import io.keylift.bulkimport.kind.reference.GroupTree.Root;
import io.keylift.bulkimport.kind.reference.Memberships;
import io.keylift.bulkimport.kind.reference.Memberships.Membership;
import io.keylift.bulkimport.kind.reference.Organizations;
import io.keylift.bulkimport.kind.reference.Rights;
import io.keylift.bulkimport.kind.reference.Users;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.GroupModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.representations.idm.MembershipType;

/** Finds the users, organizations and departments that the records of a chunk name, and their present memberships. */
final class MemberResolver {

    private final ImportContext context;
    private final Queries rows;
    private final Rights rights;
    private final Organizations organizations;
    private final Users users;
    private final GroupTree departments;
    private final boolean escaped;
    private final boolean removal;

    /** @param removal whether the members are removed: a user or organization that does not exist is no reject then */
    MemberResolver(ImportContext context, boolean removal) {
        this.context = context;
        this.removal = removal;
        rows = new Queries(context.entityManager());
        rights = Rights.of(context);
        organizations = new Organizations(context, rows);
        users = new Users(context, rows);
        departments = new GroupTree(new GroupChildren(context, rows, GroupModel.Type.ORGANIZATION));
        escaped = KeycloakModelUtils.escapeSlashesInGroupPath(context.session());
    }

    /** Finds organizations, users and groups. In a removal, a record can name a user that does not exist. */
    void resolve(List<? extends MemberWork<?>> works) {
        for (MemberWork<?> work : works) {
            organizations.need(work.record.organization());
            users.need(work.record.user());
        }
        organizations.load();
        users.load();
        works.forEach(this::findOrganizationAndUser);
        List<? extends MemberWork<?>> found = works.stream()
                .filter(work -> work.isOpen() && work.user != null)
                .toList();
        departments.load(found.stream()
                .filter(work -> work.department != null)
                .map(work -> work.department)
                .toList());
        found.forEach(this::findGroup);
        rejectRepeated(found);
    }

    private void findOrganizationAndUser(MemberWork<?> work) {
        String organization = work.record.organization();
        work.organization = removal
                ? organizations.findIfPresent(work.item, organization, "/organization")
                : organizations.find(work.item, organization, "/organization");
        if (work.isOpen() && work.organization != null) {
            Users.Name name = work.record.user();
            work.user = removal ? users.findIfPresent(work.item, name) : users.find(work.item, name);
        }
        if (!work.isOpen() || work.user == null) {
            return;
        }
        if (work.record.department() != null) {
            work.department = new Branch(
                    new Root(work.organization.groupId(), work.organization.id()),
                    GroupPath.parse(work.record.department(), escaped));
        }
        if (!mayJoin(work)) {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    work.record.user().pointer(),
                    "The caller does not have permission to manage the memberships of this user");
        }
    }

    /** What the Admin API requires for each user: the permission to manage the user or the user's groups. */
    private boolean mayJoin(MemberWork<?> work) {
        return work.department == null
                ? rights.mayManageUser(context, work.user.id())
                : rights.mayManageGroupsOf(context, work.user.id());
    }

    private void findGroup(MemberWork<?> work) {
        work.groupId = work.department == null ? work.organization.groupId() : departments.id(work.department);
        if (work.groupId == null) {
            work.item.reject(
                    RejectCode.UNKNOWN_DEPARTMENT, "/department", "The organization has no department with this path");
        }
    }

    private static void rejectRepeated(List<? extends MemberWork<?>> works) {
        Set<Membership> seen = new HashSet<>();
        for (MemberWork<?> work : works) {
            if (work.isOpen() && !seen.add(work.membership())) {
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
                wanted.add(work.inOrganization());
            }
        }
        Map<Membership, MembershipType> found = Memberships.find(rows, wanted);
        for (MemberWork<?> work : works) {
            if (!work.isOfStorage()) {
                work.found(found.get(work.membership()));
                work.isMember = found.containsKey(work.inOrganization());
            }
        }
    }
}
