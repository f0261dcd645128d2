// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.capabilities.assignment;

import java.util.List;

/**
 * A line of the import: a role, and what becomes of its capabilities and sets, which are called by name or id.
 *
 * @param role name of the role
 * @param client client id of the client whose role it is; a role of the realm if absent
 * @param add what it is to have
 * @param remove what it is not to have
 * @param set all it is to have
 * @param strict whether what the realm does not have is a fault; yes if absent
 */
public record RoleCapabilitiesRecord(
        String role, String client, List<String> add, List<String> remove, List<String> set, Boolean strict)
        implements ChangeRecord {

    /** Tells the role from others. */
    String holder() {
        return client == null ? role : client.length() + ":" + client + ":" + role;
    }
}
