// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import java.util.List;
import java.util.Map;

/**
 * A line of an import of departments.
 *
 * @param organization alias of the organization, or its id
 * @param path names from the organization down, separated by slashes
 * @param name the last name of the path
 * @param description free text
 * @param attributes values by attribute name
 * @param realmRoles names of realm roles the department has
 * @param clientRoles names of client roles the department has, by client id
 * @param id id to give a new department, or of the department to move; generated if absent
 */
public record DepartmentRecord(
        String organization,
        String path,
        String name,
        String description,
        Map<String, List<String>> attributes,
        List<String> realmRoles,
        Map<String, List<String>> clientRoles,
        String id)
        implements GroupContent {

    /** A record with only the key of a department. */
    static DepartmentRecord named(String organization, String path, String name) {
        return new DepartmentRecord(organization, path, name, null, null, null, null, null);
    }
}
