// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import java.util.List;
import java.util.Map;

/**
 * The changes by a manifest. Capabilities and sets are given by name.
 *
 * @param unchanged number of entries that were already as in the manifest
 * @param replaced names of successors, by the name of the replaced entry
 * @param assignmentsMoved number of assignments that were moved to a successor
 * @param assignmentsRemoved number of assignments that were removed together with their entry
 * @param rolesAffected number of roles that lost an assignment
 * @param usersAffected number of users that lost an assignment
 * @param unresolved members of sets that the realm does not have; they count as soon as they are added
 */
public record ManifestResult(
        String source,
        String version,
        List<String> added,
        List<String> updated,
        List<String> removed,
        int unchanged,
        Map<String, String> replaced,
        int assignmentsMoved,
        int assignmentsRemoved,
        int rolesAffected,
        int usersAffected,
        List<String> unresolved) {

    /** Whether the manifest changed anything. */
    public boolean isChanged() {
        return !added.isEmpty() || !updated.isEmpty() || !removed.isEmpty();
    }
}
