// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import io.keylift.bulkimport.kind.shared.reference.MembershipCaches;
import io.keylift.bulkimport.kind.shared.reference.Memberships;
import io.keylift.bulkimport.kind.shared.reference.Memberships.Membership;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWriter;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.BulkUpdate;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.jpa.entities.UserGroupMembershipEntity;
import org.keycloak.representations.idm.MembershipType;

/** Writes a chunk of memberships. */
final class MembersWriter<R extends MemberContent> extends KeyedWriter<R, MemberWork<R>> {

    MembersWriter(ImportContext context) {
        super(context);
    }

    @Override
    protected MemberWork<R> work(Item<R> item) {
        return new MemberWork<>(item);
    }

    @Override
    protected void find(List<MemberWork<R>> works) {
        MemberResolver resolver = new MemberResolver(context, false);
        resolver.resolve(works);
        resolver.findMemberships(open(works));
    }

    @Override
    protected RowReference row(MemberWork<R> work) {
        return new RowReference("USER_ENTITY", work.user.id());
    }

    @Override
    protected boolean readsAgain() {
        return true;
    }

    @Override
    protected boolean isAsRead(List<MemberWork<R>> changed) {
        List<MemberWork<R>> existing =
                changed.stream().filter(work -> !work.isNew()).toList();
        Map<Membership, MembershipType> again = Memberships.find(
                new Queries(context.entityManager()),
                existing.stream().map(MemberWork::membership).toList());
        return existing.stream().allMatch(work -> work.present == again.get(work.membership()));
    }

    @Override
    protected void rejectExisting(MemberWork<R> work) {
        work.item.reject(RejectCode.EXISTS, work.record.user().pointer(), "The user is already a member");
    }

    @Override
    protected void writeRows(List<MemberWork<R>> changed) {
        // Sorted, so that two chunks that write the same memberships wait for each other instead of both failing.
        Map<Membership, MembershipType> added =
                new TreeMap<>(Comparator.comparing(Membership::userId).thenComparing(Membership::groupId));
        List<UserGroupMembershipEntity> retyped = new ArrayList<>();
        StorageMembers storage = new StorageMembers(context);
        for (MemberWork<R> work : changed) {
            MembershipType type = work.record.membershipType();
            if (work.isOfStorage()) {
                storage.join(work);
            } else if (work.isNew()) {
                added.put(work.membership(), type == null ? MembershipType.UNMANAGED : type);
                if (!work.isMember) {
                    added.putIfAbsent(work.inOrganization(), MembershipType.UNMANAGED);
                }
            } else {
                retyped.add(MemberRows.row(work.membership(), type));
            }
        }
        List<UserGroupMembershipEntity> rows = new ArrayList<>();
        added.forEach((membership, type) -> rows.add(MemberRows.row(membership, type)));
        BulkInsert.insert(context.entityManager(), rows);
        BulkUpdate.update(context.entityManager(), retyped, List.of("membershipType"));
    }

    @Override
    protected void invalidate(List<MemberWork<R>> changed) {
        MembershipCaches caches = new MembershipCaches(context);
        for (MemberWork<R> work : ofRealm(changed)) {
            if (work.isNew() && !work.isMember) {
                caches.memberCountChanged(work.organization.id());
            }
            caches.groupsChanged(work.user.id());
            if (work.organization != null) {
                caches.membershipChanged(work.organization.id(), work.user.id());
            }
        }
    }

    @Override
    protected void fire(List<MemberWork<R>> changed) {
        MemberEvents events = new MemberEvents(context);
        events.joined(ofRealm(changed).stream().filter(MemberWork::isNew).toList());
        events.ofStorage(
                OperationType.CREATE,
                changed.stream().filter(MemberWork::isChangedInStorage).toList());
    }

    /** Keycloak's models invalidate the caches and fire their events for users of a user storage. */
    private static <R extends MemberContent> List<MemberWork<R>> ofRealm(List<MemberWork<R>> works) {
        return works.stream().filter(work -> !work.isOfStorage()).toList();
    }
}
