// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.members;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.kind.reference.MembershipCaches;
import io.keylift.bulkimport.kind.reference.Memberships;
import io.keylift.bulkimport.kind.reference.Memberships.Membership;
import io.keylift.bulkimport.kind.removal.RemovedUser;
import io.keylift.bulkimport.kind.removal.UserRemoval;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.BulkDelete;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.models.GroupModel;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.models.jpa.entities.UserGroupMembershipEntity;
import org.keycloak.representations.idm.MembershipType;

/**
 * Removes memberships as Keycloak does: a user who leaves an organization leaves its departments, and a managed member
 * is deleted.
 */
final class MemberRemoval {

    private final ImportContext context;
    private final Queries rows;
    private final Map<String, UserEntity> users = new HashMap<>();
    private final Map<String, RemovedUser> doomed = new LinkedHashMap<>();
    private final Set<Membership> leaving = new HashSet<>();

    MemberRemoval(ImportContext context) {
        this.context = context;
        rows = new Queries(context.entityManager());
    }

    void remove(List<MemberWork> all) {
        List<MemberWork> works =
                all.stream().filter(work -> !StorageMembers.isOne(work)).toList();
        all.stream()
                .filter(work -> StorageMembers.isOne(work) && work.present != null)
                .forEach(this::removeByModel);
        lock(works);
        Map<Membership, MembershipType> present = Memberships.find(
                rows, works.stream().map(MemberWork::membership).toList());
        List<MemberWork> members = works.stream()
                .filter(work -> present.containsKey(work.membership()))
                .toList();
        members.forEach(work -> work.present = present.get(work.membership()));
        members.forEach(this::plan);
        List<MemberWork> open = members.stream().filter(MemberWork::isOpen).toList();
        if (!context.spec().dryRun() && !open.isEmpty()) {
            write(open);
        }
        open.forEach(MemberRemoval::removed);
    }

    private void removeByModel(MemberWork work) {
        if (new StorageMembers(context).leave(work)) {
            removed(work);
        }
    }

    private static void removed(MemberWork work) {
        work.item.removed(null, List.of(work.groupId + " " + work.user.id()));
    }

    /** In the order of their ids: another removal of the same waits, and finds them gone. */
    private void lock(List<MemberWork> works) {
        String query = "select u from UserEntity u where u.id in (:values) order by u.id";
        List<String> ids =
                works.stream().map(work -> work.user.id()).distinct().sorted().toList();
        List<UserEntity> found = context.spec().dryRun()
                ? rows.list(query, UserEntity.class, ids, Map.of())
                : rows.lock(query, UserEntity.class, ids, Map.of());
        found.forEach(user -> users.put(user.getId(), user));
    }

    private void plan(MemberWork work) {
        UserEntity user = users.get(work.user.id());
        if (work.department != null || work.present != MembershipType.MANAGED) {
            leaving.add(work.membership());
        } else if (user.getFederationLink() != null) {
            work.item.reject(
                    RejectCode.INVALID,
                    work.record.user().pointer(),
                    "The user is a managed member and belongs to a user storage. Remove the user there.");
        } else {
            doomed.put(user.getId(), new RemovedUser(user.getId(), user.getUsername(), user.getEmail()));
        }
    }

    private void write(List<MemberWork> works) {
        MemberEvents events = new MemberEvents(context);
        if (context.events() == EventMode.RECORD) {
            events.leaving(works);
        }
        new UserRemoval(context, rows).removeAlong(List.copyOf(doomed.values()));
        List<UserGroupMembershipEntity> obsolete = new ArrayList<>();
        MembershipCaches caches = new MembershipCaches(context);
        Map<String, Set<String>> departments = departments(works);
        for (MemberWork work : works) {
            if (work.department == null) {
                caches.memberCountChanged(work.organization.id());
                departments
                        .getOrDefault(work.user.id() + work.organization.id(), Set.of())
                        .forEach(group -> leaving.add(new Membership(work.user.id(), group)));
            }
            caches.membershipChanged(work.organization.id(), work.user.id());
            caches.groupsChanged(work.user.id());
        }
        leaving.stream()
                .filter(membership -> !doomed.containsKey(membership.userId()))
                .forEach(membership -> obsolete.add(MemberRows.row(membership, MembershipType.UNMANAGED)));
        BulkDelete.delete(context.entityManager(), obsolete);
    }

    /** Departments that those are in who leave an organization, by user and organization. */
    private Map<String, Set<String>> departments(List<MemberWork> works) {
        Map<String, Set<String>> departments = new HashMap<>();
        Set<String> leavers = works.stream()
                .filter(work -> work.department == null)
                .map(work -> work.user.id())
                .collect(Collectors.toSet());
        for (Object[] row : rows.select(
                "select m.user.id, g.organization.id, g.id from UserGroupMembershipEntity m"
                        + " join GroupEntity g on g.id = m.groupId where g.type = :type and m.user.id in (:values)",
                leavers,
                Map.of("type", GroupModel.Type.ORGANIZATION.intValue()))) {
            departments
                    .computeIfAbsent((String) row[0] + row[1], key -> new HashSet<>())
                    .add((String) row[2]);
        }
        return departments;
    }
}
