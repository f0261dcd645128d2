// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.capabilities.assignment;

import io.keylift.capability.assignment.AssignmentChange;
import java.util.List;

/** Common part of the records that change the assignments of a role or of a user. */
interface ChangeRecord {

    List<String> add();

    List<String> remove();

    List<String> set();

    Boolean strict();

    /** Whether the record is rejected if the realm does not have what it names. */
    default boolean isStrict() {
        return !Boolean.FALSE.equals(strict());
    }

    default AssignmentChange change() {
        return new AssignmentChange(add(), remove(), set());
    }
}
