// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.capabilities.assignment;

import io.keylift.bulkimport.kind.reference.Users;
import java.util.List;

/**
 * A line of the import: a user, and the change of the capabilities and sets assigned to the user directly, which are
 * called by name or id.
 *
 * @param username username in any case
 * @param email e-mail address in any case
 * @param userId id
 * @param add what to assign
 * @param remove what to unassign
 * @param set everything assigned afterwards
 * @param strict whether what the realm does not have is a fault; yes if absent
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

    /** What is given of the user, which has to agree. */
    Users.Name user() {
        return new Users.Name(username, email, userId);
    }
}
