// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.assignment;

import java.util.List;

/**
 * A line of the import: a role and the change of its capabilities and sets, which are given by name or id.
 *
 * @param role name of the role
 * @param client client id of the role's client; a realm role if absent
 * @param add names to assign
 * @param remove names to unassign
 * @param set all names that are assigned afterwards
 * @param strict whether the record is rejected if it names an unknown capability or set; {@code true} if absent
 */
public record RoleCapabilitiesRecord(
        String role, String client, List<String> add, List<String> remove, List<String> set, Boolean strict)
        implements ChangeRecord {

    /** Identifies the role. */
    String holder() {
        return client == null ? role : client.length() + ":" + client + ":" + role;
    }
}
