// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.groups;

import io.keylift.bulkimport.kind.reference.GroupTree;
import io.keylift.bulkimport.kind.reference.GroupTree.Branch;
import java.util.List;
import java.util.Map;

/**
 * What is to be done for a chunk.
 *
 * @param works the open records, in the order of the input
 * @param implied ids of groups that no record of the chunk describes but that some lie below
 * @param tree where every path of the chunk leads after the write
 */
record GroupPlan<R extends GroupContent>(List<GroupWork<R>> works, Map<Branch, String> implied, GroupTree tree) {

    /** Note that a group was made on the way to another. */
    static String impliedNote(String id) {
        return "group on the way: " + id;
    }

    /** Note that a record has completed such a group. */
    static String completedNote(String id) {
        return "group completed: " + id;
    }
}
