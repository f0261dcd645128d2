// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.assignment;

import io.keylift.bulkimport.kind.shared.reference.Users;
import java.util.List;

/**
 * A line of the import: a user and the change of the capabilities and sets assigned to the user directly, which are
 * given by name or id.
 *
 * @param username username, case-insensitive
 * @param email email address, case-insensitive
 * @param userId id of the user
 * @param add what to assign
 * @param remove what to unassign
 * @param set everything assigned afterwards
 * @param strict whether the record is rejected if the realm does not have what it names; {@code true} if absent
 */
public record UserCapabilitiesRecord(
        String username,
        String email,
        String userId,
        List<String> add,
        List<String> remove,
        List<String> set,
        Boolean strict)
        implements ChangeRecord {

    boolean namesUser() {
        return username != null || email != null || userId != null;
    }

    /** How the record names the user; all given values must identify the same user. */
    Users.Name user() {
        return new Users.Name(username, email, userId);
    }
}
