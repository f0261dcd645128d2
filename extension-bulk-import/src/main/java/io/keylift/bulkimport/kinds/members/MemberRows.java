// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import io.keylift.bulkimport.kind.shared.reference.Memberships.Membership;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.models.jpa.entities.UserGroupMembershipEntity;
import org.keycloak.representations.idm.MembershipType;

/** Rows of memberships. */
final class MemberRows {

    private MemberRows() {}

    static UserGroupMembershipEntity row(Membership membership, MembershipType type) {
        UserEntity user = new UserEntity();
        user.setId(membership.userId());
        UserGroupMembershipEntity row = new UserGroupMembershipEntity();
        row.setUser(user);
        row.setGroupId(membership.groupId());
        row.setMembershipType(type);
        return row;
    }
}
