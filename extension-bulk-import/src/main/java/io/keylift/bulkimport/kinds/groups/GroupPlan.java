// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.shared.reference.GroupTree;
import io.keylift.bulkimport.kind.shared.reference.GroupTree.Branch;
import java.util.List;
import java.util.Map;

/**
 * The changes of a chunk.
 *
 * @param works the open records, in the order of the input
 * @param implied ids of missing parents that no record of the chunk describes
 * @param tree the group of every path of the chunk after the write
 * @param changes the stored groups that change
 */
record GroupPlan<R extends GroupContent>(
        List<GroupWork<R>> works, Map<Branch, String> implied, GroupTree tree, GroupChanges changes) {

    /** Note of the job that a group was created as the missing parent of another. */
    static String impliedNote(String id) {
        return "group on the way: " + id;
    }

    /** Note of the job that a record has described such a group. */
    static String completedNote(String id) {
        return "group completed: " + id;
    }
}
