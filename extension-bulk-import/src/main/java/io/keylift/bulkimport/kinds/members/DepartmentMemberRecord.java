// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import org.keycloak.representations.idm.MembershipType;

/**
 * A line of an import of members of departments. It requires username, email or userId; all given ones must identify
 * the same user.
 *
 * @param organization alias of the organization, or its id
 * @param department path of the department: names from the organization down, separated by slashes
 * @param username username, case-insensitive
 * @param email email address, case-insensitive
 * @param userId id of the user
 */
public record DepartmentMemberRecord(
        String organization, String department, String username, String email, String userId) implements MemberContent {

    @Override
    public MembershipType membershipType() {
        return null;
    }
}
