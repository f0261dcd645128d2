// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import io.keylift.bulkimport.kind.shared.reference.Memberships.Membership;
import io.keylift.bulkimport.kind.shared.reference.Organizations.Organization;
import io.keylift.bulkimport.kind.shared.reference.Users.User;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWork;
import org.keycloak.representations.idm.MembershipType;
import org.keycloak.storage.StorageId;

/** The work on a record in one attempt to write its chunk, with its user and group. */
class MemberWork<R extends MemberContent> extends KeyedWork<R> {

    /** {@code null} for a membership in a group of the realm. */
    Organization organization;

    User user;

    /** The group that the user joins; {@code null} if it does not exist, or the user does not. */
    String groupId;

    /** Present membership of the user in that group; {@code null} if not a member. */
    MembershipType present;

    /** Whether the user is already a member of the organization, or need not be. */
    boolean isMember;

    /** Whether the user belongs to a user storage that may store memberships itself, although there is a row. */
    boolean isFederated;

    MemberWork(Item<R> item) {
        super(item);
    }

    /** Whether a user storage decides on the membership, or the user exists only there. */
    final boolean isOfStorage() {
        return isFederated || user != null && !StorageId.isLocalStorage(user.id());
    }

    /** Whether the user storage accepted the change. If it refused, the record is rejected. */
    final boolean isChangedInStorage() {
        return isOfStorage() && isOpen();
    }

    /** Whether it is a membership in an organization itself. */
    final boolean isOfOrganization() {
        return organization != null && !isOfDepartment();
    }

    final boolean isOfDepartment() {
        return record.department() != null;
    }

    final boolean isFound() {
        return isOpen() && groupId != null;
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

    /** The membership in the organization, which a membership in a department requires. */
    final Membership inOrganization() {
        return new Membership(user.id(), organization.groupId());
    }
}
