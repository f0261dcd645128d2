// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.groups;

import java.util.List;
import java.util.Map;

/** What a record says of a group, of whichever type; what it leaves out is {@code null}. */
interface GroupContent {

    /** Names from the top down, between slashes. */
    String path();

    /** The last name of the path; {@code null} if only the path says it. */
    default String name() {
        return null;
    }

    String id();

    String description();

    Map<String, List<String>> attributes();

    List<String> realmRoles();

    Map<String, List<String>> clientRoles();

    /** Whether the record says which roles the group has. */
    default boolean givesRoles() {
        return realmRoles() != null || clientRoles() != null;
    }
}
