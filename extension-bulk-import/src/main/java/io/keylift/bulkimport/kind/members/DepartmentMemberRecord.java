// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.members;

import org.keycloak.representations.idm.MembershipType;

/**
 * A line of an import of members of departments. At least one of username, email and userId names the user; all that
 * are given have to name the same one.
 *
 * @param organization alias of the organization, or its id
 * @param department path of the department, names from the organization down between slashes
 * @param username username in any case
 * @param email e-mail address in any case
 * @param userId id of the user
 */
public record DepartmentMemberRecord(
        String organization, String department, String username, String email, String userId) implements MemberContent {

    @Override
    public MembershipType membershipType() {
        return null;
    }
}
