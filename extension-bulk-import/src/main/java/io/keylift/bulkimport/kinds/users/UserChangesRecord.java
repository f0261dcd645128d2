// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.Users;
import java.util.List;

/**
 * A line of an import of changes: an existing user, and values to add to the user and to remove. The record requires
 * username, email or userId; all given ones must identify the same user.
 *
 * @param username username, case-insensitive
 * @param email email address, case-insensitive
 * @param userId id of the user
 * @param add values that the user gets
 * @param remove values that are removed before any are added
 * @param clear names of fields to empty
 */
public record UserChangesRecord(
        String username, String email, String userId, UserParts add, UserParts remove, List<String> clear) {

    boolean namesUser() {
        return username != null || email != null || userId != null;
    }

    /** The name of the user; all given values must identify the same user. */
    Users.Name user() {
        return new Users.Name(username, email, userId);
    }

    UserParts added() {
        return add == null ? UserParts.NONE : add;
    }

    UserParts removed() {
        return remove == null ? UserParts.NONE : remove;
    }

    /** Whether the record empties this field. */
    boolean clears(String field) {
        return clear != null && clear.contains(field);
    }
}
