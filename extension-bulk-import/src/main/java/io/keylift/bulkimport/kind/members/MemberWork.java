// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.members;

import io.keylift.bulkimport.kind.reference.GroupTree.Branch;
import io.keylift.bulkimport.kind.reference.Memberships.Membership;
import io.keylift.bulkimport.kind.reference.Organizations.Organization;
import io.keylift.bulkimport.kind.reference.Users.User;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWork;
import org.keycloak.representations.idm.MembershipType;
import org.keycloak.storage.StorageId;

/** A record in one attempt to write its chunk: who and what its names stand for. */
class MemberWork<R extends MemberContent> extends KeyedWork<R> {

    Organization organization;
    User user;

    /** Where the department stands; {@code null} for a membership in the organization itself. */
    Branch department;

    /** The group that the user joins. */
    String groupId;

    /** What the user is in that group so far; {@code null} if not a member. */
    MembershipType present;

    /** Whether the user is in the organization already. */
    boolean isMember;

    MemberWork(Item<R> item) {
        super(item);
    }

    /** Whether the user is in a user storage only. */
    final boolean isOfStorage() {
        return user != null && !StorageId.isLocalStorage(user.id());
    }

    /** Sets what the user is in the group so far; {@code null} if not a member. */
    final void found(MembershipType membership) {
        present = membership;
        existingId = membership == null ? null : user.id();
        id = user.id();
    }

    /** A membership has nothing but its type; one of a user of a storage has none. */
    @Override
    public final boolean isChange() {
        MembershipType type = record.membershipType();
        return type != null && type != present && !isOfStorage();
    }

    /** The membership the record describes. */
    final Membership membership() {
        return new Membership(user.id(), groupId);
    }

    /** The membership in the organization, which that in a department takes for granted. */
    final Membership inOrganization() {
        return new Membership(user.id(), organization.groupId());
    }
}
