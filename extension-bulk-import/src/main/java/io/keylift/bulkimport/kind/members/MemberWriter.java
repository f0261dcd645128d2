// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.members;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.reference.MembershipCaches;
import io.keylift.bulkimport.kind.reference.Memberships.Membership;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.JdbcBatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.keycloak.models.jpa.entities.UserGroupMembershipEntity;
import org.keycloak.representations.idm.MembershipType;

/** Writes the memberships of a resolved chunk. */
final class MemberWriter {

    private final ImportContext context;
    private final IfExists ifExists;
    private final List<MemberWork> joining = new ArrayList<>();
    private final List<MemberWork> changed = new ArrayList<>();
    private final List<String[]> retyped = new ArrayList<>();

    /** Sorted, so that two chunks that write the same wait for each other instead of both failing. */
    private final Map<Membership, MembershipType> added =
            new TreeMap<>(Comparator.comparing(Membership::userId).thenComparing(Membership::groupId));

    MemberWriter(ImportContext context) {
        this.context = context;
        ifExists = context.spec().ifExists();
    }

    void write(List<MemberWork> works) {
        MembershipCaches caches = new MembershipCaches(context);
        for (MemberWork work : works) {
            if (work.present == null && StorageMembers.isOne(work)) {
                joinByModel(work);
            } else if (work.present == null) {
                join(work);
            } else {
                change(work);
            }
        }
        if (context.spec().dryRun()) {
            return;
        }
        joining.forEach(work -> invalidate(work, caches));
        changed.forEach(work -> invalidate(work, caches));
        List<UserGroupMembershipEntity> rows = new ArrayList<>();
        added.forEach((membership, type) -> rows.add(MemberRows.row(membership, type)));
        BulkInsert.insert(context.entityManager(), rows);
        JdbcBatch.execute(
                context.entityManager(),
                UserGroupMembershipEntity.class,
                "update {table} set MEMBERSHIP_TYPE = ? where USER_ID = ? and GROUP_ID = ?",
                retyped);
        if (context.events() == EventMode.RECORD) {
            new MemberEvents(context).joined(joining);
        }
    }

    private void joinByModel(MemberWork work) {
        if (new StorageMembers(context).join(work)) {
            work.item.done(Outcome.ADDED, work.user.id());
        }
    }

    private void join(MemberWork work) {
        MembershipType type = work.record.membershipType();
        added.put(work.membership(), type == null ? MembershipType.UNMANAGED : type);
        if (!work.isMember) {
            added.putIfAbsent(work.inOrganization(), MembershipType.UNMANAGED);
        }
        joining.add(work);
        work.item.done(Outcome.ADDED, work.user.id());
    }

    private void change(MemberWork work) {
        MembershipType type = work.record.membershipType();
        if (ifExists == IfExists.SKIP || type == null || type == work.present || StorageMembers.isOne(work)) {
            work.item.done(Outcome.SKIPPED, work.user.id());
            return;
        }
        retyped.add(new String[] {type.name(), work.user.id(), work.groupId});
        changed.add(work);
        work.item.done(Outcome.UPDATED, work.user.id());
    }

    private static void invalidate(MemberWork work, MembershipCaches caches) {
        if (work.present == null && !work.isMember) {
            caches.memberCountChanged(work.organization.id());
        }
        caches.groupsChanged(work.user.id());
        caches.membershipChanged(work.organization.id(), work.user.id());
    }
}
