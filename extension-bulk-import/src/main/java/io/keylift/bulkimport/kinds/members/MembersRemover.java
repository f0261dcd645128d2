// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.shared.reference.MembershipCaches;
import io.keylift.bulkimport.kind.shared.reference.Memberships.Membership;
import io.keylift.bulkimport.kind.shared.removal.RemovedUser;
import io.keylift.bulkimport.kind.shared.removal.UserRemoval;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.ItemResult;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.WorkWriter;
import io.keylift.bulkimport.rows.BulkDelete;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.representations.idm.MembershipType;

/**
 * Removes memberships as Keycloak does: a user who leaves an organization leaves its departments, and a managed member
 * is deleted.
 */
final class MembersRemover<R extends MemberContent> extends WorkWriter<R, MembersRemover.Leaving<R>> {

    private final Queries rows;
    private final Map<String, UserEntity> users = new HashMap<>();
    private final Map<String, RemovedUser> doomed = new LinkedHashMap<>();
    private final Set<Membership> leaving = new HashSet<>();

    MembersRemover(ImportContext context) {
        super(context);
        rows = new Queries(context.entityManager());
    }

    /** A membership to remove. */
    static final class Leaving<R extends MemberContent> extends MemberWork<R> {

        Leaving(Item<R> item) {
            super(item);
        }

        @Override
        public Outcome outcome() {
            return isNew() ? Outcome.SKIPPED : Outcome.REMOVED;
        }

        @Override
        protected void done() {
            if (isNew()) {
                item.done(Outcome.SKIPPED, null);
            } else {
                item.done(ItemResult.removed(null, List.of(groupId + " " + user.id())));
            }
        }
    }

    @Override
    protected List<Leaving<R>> plan(List<Item<R>> items) {
        List<Leaving<R>> works = items.stream().map(Leaving::new).toList();
        MemberResolver resolver = new MemberResolver(context, true);
        resolver.resolve(works);
        List<Leaving<R>> found = works.stream().filter(Leaving::isFound).toList();
        lock(found.stream().filter(work -> !work.isOfStorage()).toList());
        resolver.findMemberships(found);
        found.stream().filter(work -> !work.isNew() && !work.isOfStorage()).forEach(this::plan);
        return works.stream().filter(Leaving::isOpen).toList();
    }

    /**
     * Locks the users in the order of their ids. A concurrent removal of the same memberships waits, and then does not
     * find them.
     */
    private void lock(List<Leaving<R>> works) {
        String query = "select u from UserEntity u where u.id in (:values) order by u.id";
        List<String> ids =
                works.stream().map(work -> work.user.id()).distinct().sorted().toList();
        List<UserEntity> found = context.spec().dryRun()
                ? rows.list(query, UserEntity.class, ids, Map.of())
                : rows.lock(query, UserEntity.class, ids, Map.of());
        found.forEach(user -> users.put(user.getId(), user));
    }

    private void plan(Leaving<R> work) {
        UserEntity user = users.get(work.user.id());
        boolean userStays = context.spec().givesBack(); // the job did not add the user
        if (!work.isOfOrganization() || work.present != MembershipType.MANAGED || userStays) {
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

    @Override
    protected void fireBefore(List<Leaving<R>> changed) {
        new MemberEvents(context).leaving(ofRealm(changed));
    }

    @Override
    protected void fire(List<Leaving<R>> changed) {
        new MemberEvents(context)
                .ofStorage(
                        OperationType.DELETE,
                        changed.stream().filter(Leaving::isChangedInStorage).toList());
    }

    @Override
    protected void writeRows(List<Leaving<R>> changed) {
        StorageMembers storage = new StorageMembers(context);
        changed.stream().filter(Leaving::isOfStorage).forEach(storage::leave);
        List<Leaving<R>> works = ofRealm(changed);
        new UserRemoval(context, rows).removeAlong(List.copyOf(doomed.values()));
        Map<String, Set<String>> departments = departments(works);
        for (Leaving<R> work : works) {
            if (work.isOfOrganization()) {
                departments
                        .getOrDefault(work.user.id() + work.organization.id(), Set.of())
                        .forEach(group -> leaving.add(new Membership(work.user.id(), group)));
            }
        }
        BulkDelete.delete(
                context.entityManager(),
                leaving.stream()
                        .filter(membership -> !doomed.containsKey(membership.userId()))
                        .map(membership -> MemberRows.row(membership, MembershipType.UNMANAGED))
                        .toList());
    }

    @Override
    protected void invalidate(List<Leaving<R>> changed) {
        MembershipCaches caches = new MembershipCaches(context);
        for (Leaving<R> work : ofRealm(changed)) {
            if (work.isOfOrganization()) {
                caches.memberCountChanged(work.organization.id());
            }
            if (work.organization != null) {
                caches.membershipChanged(work.organization.id(), work.user.id());
            }
            caches.groupsChanged(work.user.id());
        }
    }

    /** Keycloak's models invalidate the caches and fire their events for users of a user storage. */
    private static <R extends MemberContent> List<Leaving<R>> ofRealm(List<Leaving<R>> works) {
        return works.stream().filter(work -> !work.isOfStorage()).toList();
    }

    /** Departments of the users who leave an organization, by user and organization. */
    private Map<String, Set<String>> departments(List<Leaving<R>> works) {
        Map<String, Set<String>> departments = new HashMap<>();
        Set<String> leavers = works.stream()
                .filter(Leaving::isOfOrganization)
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
