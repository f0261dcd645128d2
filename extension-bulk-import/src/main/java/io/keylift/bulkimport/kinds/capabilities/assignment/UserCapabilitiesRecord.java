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
 * @param add names to assign
 * @param remove names to unassign
 * @param set all names that are assigned afterwards
 * @param strict whether the record is rejected if it names an unknown capability or set; {@code true} if absent
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

    /** The name of the user; all given values must identify the same user. */
    Users.Name user() {
        return new Users.Name(username, email, userId);
    }
}
