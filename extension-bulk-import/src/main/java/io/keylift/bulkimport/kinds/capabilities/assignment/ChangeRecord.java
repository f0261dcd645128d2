// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.assignment;

import io.keylift.capability.assignment.AssignmentChange;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Common part of the records that change the assignments of a role or of a user. */
interface ChangeRecord {

    List<String> add();

    List<String> remove();

    List<String> set();

    Boolean strict();

    /** Whether the record is rejected if it names an unknown capability or set. */
    default boolean isStrict() {
        return !Boolean.FALSE.equals(strict());
    }

    /** The assigned names after the change. */
    default List<String> after(List<String> before) {
        if (set() != null) {
            return set();
        }
        Set<String> after = new TreeSet<>(before);
        if (remove() != null) {
            after.removeAll(remove());
        }
        if (add() != null) {
            after.addAll(add());
        }
        return List.copyOf(after);
    }

    default AssignmentChange change() {
        return new AssignmentChange(add(), remove(), set());
    }
}
