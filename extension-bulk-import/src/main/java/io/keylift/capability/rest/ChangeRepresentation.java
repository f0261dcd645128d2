// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import io.keylift.capability.assignment.AssignmentChange;
import io.keylift.request.Pointers;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A requested change of assignments. Each list has names or ids of capabilities and sets.
 *
 * @param set all assignments after the change
 * @param add assignments to add
 * @param remove assignments to remove
 */
record ChangeRepresentation(List<String> set, List<String> add, List<String> remove) {

    /** @param pointer JSON pointer to the change in the body */
    AssignmentChange replacement(String pointer) {
        if (set == null || add != null || remove != null) {
            throw missing(pointer, "The field `set` is required, without `add` and `remove`");
        }
        return change(pointer);
    }

    AssignmentChange partial(String pointer) {
        if (set != null || add == null && remove == null) {
            throw missing(pointer, "The fields `add`, `remove` or both are required, without `set`");
        }
        return change(pointer);
    }

    AssignmentChange either(String pointer) {
        return set != null ? replacement(pointer) : partial(pointer);
    }

    private static RuntimeException missing(String pointer, String message) {
        return new ApiError(ErrorCode.MISSING, pointer, message).badRequest();
    }

    private AssignmentChange change(String pointer) {
        check(set, Pointers.to(pointer, "set"));
        check(add, Pointers.to(pointer, "add"));
        check(remove, Pointers.to(pointer, "remove"));
        if (add != null && remove != null) {
            Set<String> added = new HashSet<>(add);
            for (int i = 0; i < remove.size(); i++) {
                if (added.contains(remove.get(i))) {
                    throw new ApiError(
                                    ErrorCode.INVALID,
                                    Pointers.to(Pointers.to(pointer, "remove"), i),
                                    "The same capability or set is in `add` and in `remove`")
                            .badRequest();
                }
            }
        }
        return new AssignmentChange(add, remove, set);
    }

    private static void check(List<String> names, String pointer) {
        for (int i = 0; names != null && i < names.size(); i++) {
            String name = names.get(i);
            if (name == null || name.isBlank()) {
                throw new ApiError(ErrorCode.MISSING, Pointers.to(pointer, i), "The name or id is missing")
                        .badRequest();
            }
            TextLimits.check(name, Pointers.to(pointer, i), TextLimits.NAME);
        }
    }
}
