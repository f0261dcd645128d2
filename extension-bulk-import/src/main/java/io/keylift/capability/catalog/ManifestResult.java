// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import java.util.List;
import java.util.Map;

/**
 * What a manifest has changed, all by name.
 *
 * @param unchanged how many were so already
 * @param replaced what has taken whose place, by the old name
 * @param assignmentsMoved how many assignments went from the old to the new
 * @param assignmentsRemoved how many assignments went with what was removed, and were not moved
 * @param rolesAffected how many roles these were assignments of
 * @param usersAffected how many users these were assignments of
 * @param unresolved members of sets that the realm does not have; they count as soon as they arrive
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

    /** Whether there is anything that was not so before. */
    public boolean isChanged() {
        return !added.isEmpty() || !updated.isEmpty() || !removed.isEmpty();
    }
}
