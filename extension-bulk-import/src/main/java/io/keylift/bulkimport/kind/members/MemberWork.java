// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.members;

import io.keylift.bulkimport.kind.reference.GroupTree.Branch;
import io.keylift.bulkimport.kind.reference.Memberships.Membership;
import io.keylift.bulkimport.kind.reference.Organizations.Organization;
import io.keylift.bulkimport.kind.reference.Users.User;
import io.keylift.bulkimport.kind.spi.Item;
import org.keycloak.representations.idm.MembershipType;

/** A record in one attempt to write its chunk: who and what its names stand for. */
final class MemberWork {

    final Item<? extends MemberContent> item;
    final MemberContent record;

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

    MemberWork(Item<? extends MemberContent> item) {
        this.item = item;
        this.record = item.record();
    }

    boolean isOpen() {
        return !item.isRejected();
    }

    /** The membership the record describes. */
    Membership membership() {
        return new Membership(user.id(), groupId);
    }

    /** The membership in the organization, which that in a department takes for granted. */
    Membership inOrganization() {
        return new Membership(user.id(), organization.groupId());
    }
}
