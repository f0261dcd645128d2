// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import org.keycloak.representations.idm.MembershipType;

/**
 * A line of an import of members of organizations. It requires username, email or userId; all given ones must identify
 * the same user.
 *
 * @param organization alias of the organization, or its id
 * @param username username, case-insensitive
 * @param email email address, case-insensitive
 * @param userId id of the user
 * @param membershipType {@code UNMANAGED} for a new member if absent
 */
public record OrganizationMemberRecord(
        String organization, String username, String email, String userId, MembershipType membershipType)
        implements MemberContent {

    @Override
    public String department() {
        return null;
    }
}
