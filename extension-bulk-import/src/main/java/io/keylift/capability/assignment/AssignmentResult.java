// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.assignment;

import java.util.List;

/**
 * What became of a change.
 *
 * @param added names that are assigned now and were not before
 * @param removed names that were assigned and are not any more
 * @param unchanged how many that the change asked for were so already
 * @param unresolved names and ids that the realm does not have, as they were given
 * @param held how many are assigned now
 */
public record AssignmentResult(
        List<String> added, List<String> removed, int unchanged, List<String> unresolved, int held) {

    public boolean isChange() {
        return !added.isEmpty() || !removed.isEmpty();
    }
}
