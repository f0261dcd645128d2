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

/** A record in one attempt to write its chunk, with the user and group that it names. */
class MemberWork<R extends MemberContent> extends KeyedWork<R> {

    Organization organization;
    User user;

    /** Place of the department; {@code null} for a membership in the organization itself. */
    Branch department;

    /** The group that the user joins. */
    String groupId;

    /** Present membership of the user in that group; {@code null} if not a member. */
    MembershipType present;

    /** Whether the user is already a member of the organization. */
    boolean isMember;

    MemberWork(Item<R> item) {
        super(item);
    }

    /** Whether the user exists only in a user storage. */
    final boolean isOfStorage() {
        return user != null && !StorageId.isLocalStorage(user.id());
    }

    /** Sets the present membership of the user; {@code null} if not a member. */
    final void found(MembershipType membership) {
        present = membership;
        existingId = membership == null ? null : user.id();
        id = user.id();
    }

    /** Only the type of a membership can change; for a user of a storage it has none. */
    @Override
    public final boolean isChange() {
        MembershipType type = record.membershipType();
        return type != null && type != present && !isOfStorage();
    }

    /** The membership the record describes. */
    final Membership membership() {
        return new Membership(user.id(), groupId);
    }

    /** The membership in the organization, which one in a department requires. */
    final Membership inOrganization() {
        return new Membership(user.id(), organization.groupId());
    }
}
