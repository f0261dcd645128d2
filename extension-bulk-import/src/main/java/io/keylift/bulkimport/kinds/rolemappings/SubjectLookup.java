// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.rolemappings;

import io.keylift.bulkimport.kind.shared.reference.GroupPaths;
import io.keylift.bulkimport.kind.shared.reference.Organizations;
import io.keylift.bulkimport.kind.shared.reference.Organizations.Organization;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.reference.Users;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.GroupModel;
import org.keycloak.storage.StorageId;

/** Finds the users, groups and departments of a chunk, and rejects those to which the caller may not map roles. */
final class SubjectLookup {

    private final ImportContext context;
    private final Queries rows;
    private final Users users;
    private final GroupPaths groups;
    private final Organizations organizations;
    private final GroupPaths departments;
    private final boolean lenient;

    /** @param lenient whether an unknown user, group or department is no reject */
    SubjectLookup(ImportContext context, Queries rows, boolean lenient) {
        this.context = context;
        this.lenient = lenient;
        this.rows = rows;
        users = new Users(context, rows);
        groups = new GroupPaths(context, rows);
        organizations = new Organizations(context, rows);
        departments = new GroupPaths(context, rows, GroupModel.Type.ORGANIZATION);
    }

    void find(List<RoleMappingWork> works) {
        for (RoleMappingWork work : works) {
            if (work.record.isOfDepartment()) {
                organizations.need(work.record.organization());
            } else if (work.record.isOfGroup()) {
                groups.need(work.record.group());
            } else {
                users.need(work.record.user());
            }
        }
        users.load();
        groups.load();
        findDepartments(works);
        for (RoleMappingWork work : works) {
            if (!work.record.isOfDepartment()) {
                work.setSubject(work.record.isOfGroup() ? group(work) : user(work));
            }
        }
        markThoseOfStorages(works);
        works.stream().filter(RoleMappingWork::isFound).forEach(this::checkRights);
    }

    private void findDepartments(List<RoleMappingWork> works) {
        organizations.load();
        Map<RoleMappingWork, String> roots = new LinkedHashMap<>();
        for (RoleMappingWork work : works) {
            Organization organization = work.record.isOfDepartment() ? organization(work) : null;
            if (organization != null) {
                work.organization = organization.id();
                roots.put(work, organization.groupId());
                departments.need(organization.groupId(), work.record.group(), null);
            }
        }
        departments.load();
        roots.forEach((work, root) -> {
            work.setSubject(departments.id(root, work.record.group(), null));
            if (work.subject() == null && !lenient) {
                work.item.reject(
                        RejectCode.UNKNOWN_DEPARTMENT,
                        "/department",
                        "The organization has no department with this path");
            }
        });
    }

    /** The organization, which the caller must be allowed to manage; {@code null} after a reject, or if lenient. */
    private Organization organization(RoleMappingWork work) {
        String name = work.record.organization();
        return lenient
                ? organizations.findIfPresent(work.item, name, "/organization")
                : organizations.find(work.item, name, "/organization");
    }

    private String group(RoleMappingWork work) {
        String id = groups.id(work.record.group());
        if (id == null && !ViewRights.of(context).mayViewAllUsers(context)) {
            forbidden(work);
        } else if (id == null && !lenient) {
            work.item.reject(RejectCode.UNKNOWN_GROUP, "/group", "The realm has no group with this path");
        }
        return id;
    }

    /** A caller who may not view all users does not learn which of them exist. */
    private String user(RoleMappingWork work) {
        Users.Name name = work.record.user();
        if (!users.isKnown(name)) {
            if (!ViewRights.of(context).mayViewAllUsers(context)) {
                forbidden(work);
                return null;
            }
            if (lenient) {
                users.rejectFailure(work.item, name);
                return null;
            }
        }
        Users.User user = users.find(work.item, name);
        return user == null ? null : user.id();
    }

    private void markThoseOfStorages(List<RoleMappingWork> works) {
        List<RoleMappingWork> users = works.stream()
                .filter(work -> work.isFound() && !work.record.isOfGroup())
                .toList();
        Set<String> federated = new HashSet<>(rows.list(
                "select u.id from UserEntity u where u.federationLink is not null and u.id in (:values)",
                String.class,
                users.stream().map(RoleMappingWork::subject).toList(),
                Map.of()));
        users.forEach(work ->
                work.ofStorage = federated.contains(work.subject()) || !StorageId.isLocalStorage(work.subject()));
    }

    private void checkRights(RoleMappingWork work) {
        if (work.record.isOfDepartment()) {
            return; // checked when its organization was found
        }
        Rights rights = Rights.of(context);
        boolean may = work.record.isOfGroup()
                ? rights.mayManageGroup(context, work.subject())
                : rights.mayMapRolesTo(context, work.subject());
        if (!may) {
            forbidden(work);
        }
    }

    private static void forbidden(RoleMappingWork work) {
        work.item.reject(
                RejectCode.FORBIDDEN,
                work.record.pointer(),
                work.record.isOfGroup()
                        ? "The caller does not have permission to manage this group"
                        : "The caller does not have permission to assign roles to this user");
    }
}
