// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.groups;

import java.util.List;
import java.util.Map;

/**
 * A line of an import of groups: Keycloak's {@code GroupRepresentation}, whose path says where the group stands.
 *
 * @param id id to give a new group, or of the group to move; generated if absent
 * @param path names from the top down, between slashes
 * @param name the last name of the path; alone it is that of a top-level group
 * @param description free text
 * @param attributes values by attribute name
 * @param realmRoles names of realm roles the group has
 * @param clientRoles names of client roles the group has, by client id
 * @param subGroups known to Keycloak's representation, but each a record of its own
 * @param parentId known to Keycloak's representation; the path says it
 * @param subGroupCount known to Keycloak's representation; says nothing here
 * @param createdTimestamp known to Keycloak's representation; says nothing here
 * @param lastModifiedTimestamp known to Keycloak's representation; says nothing here
 * @param access known to Keycloak's representation; says nothing here
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

    @Override
    public String path() {
        return path == null && name != null ? "/" + name : path;
    }
}
