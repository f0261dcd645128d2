// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.capabilities.assignment;

import io.keylift.capability.assignment.AssignmentChange;
import java.util.List;

/** What a record that changes the assignments of a role and one of a user have in common. */
interface ChangeRecord {

    List<String> add();

    List<String> remove();

    List<String> set();

    Boolean strict();

    /** Whether it is a fault to name something that the realm does not have. */
    default boolean isStrict() {
        return !Boolean.FALSE.equals(strict());
    }

    default AssignmentChange change() {
        return new AssignmentChange(add(), remove(), set());
    }
}
