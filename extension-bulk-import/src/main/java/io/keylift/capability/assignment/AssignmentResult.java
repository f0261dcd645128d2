// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.assignment;

import java.util.List;

/**
 * The result of a change.
 *
 * @param added names that are newly assigned
 * @param removed names that are no longer assigned
 * @param unchanged number of names that were already as the change requests
 * @param unresolved names and ids that the realm does not have, as they were given
 * @param held number of assignments after the change
 */
public record AssignmentResult(
        List<String> added, List<String> removed, int unchanged, List<String> unresolved, int held) {

    public boolean isChange() {
        return !added.isEmpty() || !removed.isEmpty();
    }
}
