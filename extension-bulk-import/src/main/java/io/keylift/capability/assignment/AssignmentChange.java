// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.assignment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A change of the assignments of a role or user: either all of them are replaced, or some are added and others removed.
 * Capabilities and sets are given by name or id.
 *
 * @param set everything assigned afterwards, or {@code null} if the change has {@code add} and {@code remove}
 */
public record AssignmentChange(List<String> add, List<String> remove, List<String> set) {

    public AssignmentChange {
        add = add == null ? List.of() : List.copyOf(add);
        remove = remove == null ? List.of() : List.copyOf(remove);
        set = set == null ? null : List.copyOf(set);
    }

    public static AssignmentChange replace(List<String> set) {
        return new AssignmentChange(null, null, set);
    }

    public boolean isReplacement() {
        return set != null;
    }

    /** All names and ids in it. */
    public Collection<String> names() {
        if (isReplacement()) {
            return set;
        }
        List<String> names = new ArrayList<>(add);
        names.addAll(remove);
        return names;
    }
}
