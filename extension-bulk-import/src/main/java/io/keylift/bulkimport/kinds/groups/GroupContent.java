// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import java.util.List;
import java.util.Map;

/** The content of a record of a group of either type. Omitted fields are {@code null}. */
interface GroupContent {

    /** Names from the top down, separated by slashes. */
    String path();

    /** The last name of the path; {@code null} if only the path gives it. */
    default String name() {
        return null;
    }

    String id();

    String description();

    Map<String, List<String>> attributes();

    List<String> realmRoles();

    Map<String, List<String>> clientRoles();

    /** Whether the record gives roles. */
    default boolean givesRoles() {
        return realmRoles() != null || clientRoles() != null;
    }
}
