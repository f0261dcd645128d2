// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import java.util.List;
import java.util.Map;

/**
 * A line of an import of groups: Keycloak's {@code GroupRepresentation} with the path of the group.
 *
 * @param id id to give a new group, or of the group to move; generated if absent
 * @param path names from the top down, separated by slashes
 * @param name the last name of the path; without a path, the name of a top-level group
 * @param description free text
 * @param attributes values by attribute name
 * @param realmRoles names of realm roles the group has
 * @param clientRoles names of client roles the group has, by client id
 * @param subGroups field of Keycloak's representation; not supported, as each subgroup requires its own record
 * @param parentId field of Keycloak's representation; the path determines the parent
 * @param subGroupCount field of Keycloak's representation; ignored
 * @param createdTimestamp field of Keycloak's representation; ignored
 * @param lastModifiedTimestamp field of Keycloak's representation; ignored
 * @param access field of Keycloak's representation; ignored
 */
public record GroupRecord(
        String id,
        String path,
        String name,
        String description,
        Map<String, List<String>> attributes,
        List<String> realmRoles,
        Map<String, List<String>> clientRoles,
        List<Object> subGroups,
        String parentId,
        Long subGroupCount,
        Long createdTimestamp,
        Long lastModifiedTimestamp,
        Map<String, Boolean> access)
        implements GroupContent {

    /** A record with only the key of a group. */
    static GroupRecord named(String path, String name) {
        return new GroupRecord(null, path, name, null, null, null, null, null, null, null, null, null, null);
    }

    @Override
    public String path() {
        return path == null && name != null ? "/" + name : path;
    }
}
