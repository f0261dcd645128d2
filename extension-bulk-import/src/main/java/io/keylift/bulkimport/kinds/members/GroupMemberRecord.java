// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import org.keycloak.representations.idm.MembershipType;

/**
 * A line of an import of members of groups. It requires username, email or userId; all given ones must identify the
 * same user.
 *
 * @param group path of the group: names from the top down, separated by slashes
 * @param username username, case-insensitive
 * @param email email address, case-insensitive
 * @param userId id of the user
 */
public record GroupMemberRecord(String group, String username, String email, String userId) implements MemberContent {

    @Override
    public String organization() {
        return null;
    }

    @Override
    public String department() {
        return null;
    }

    @Override
    public MembershipType membershipType() {
        return null;
    }
}
