// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.request.Pointers;
import java.util.List;
import java.util.Map;

/**
 * Rules for names of other objects, such as roles, for a {@link RecordValidator}. Each method rejects the record if a
 * name violates a rule, and returns {@code false} then.
 */
public final class NameRules {

    private NameRules() {}

    /**
     * Rejects the record if one of these names is missing, blank or cannot be stored.
     *
     * @param names may be {@code null}
     * @param pointer JSON pointer to the list
     */
    public static boolean check(Item<?> item, List<String> names, String pointer) {
        for (int i = 0; names != null && i < names.size(); i++) {
            if (!check(item, names.get(i), Pointers.to(pointer, i))) {
                return false;
            }
        }
        return true;
    }

    /** Rejects the record if this name is missing, blank or cannot be stored. */
    public static boolean check(Item<?> item, String name, String pointer) {
        if (name == null || name.isBlank()) {
            item.reject(RejectCode.MISSING, pointer, "The name is missing");
            return false;
        }
        return TextRules.check(item, name, pointer);
    }

    /** Checks the role names in the fields {@code /realmRoles} and {@code /clientRoles}. */
    public static boolean checkRoles(Item<?> item, List<String> realmRoles, Map<String, List<String>> clientRoles) {
        return checkRoles(item, realmRoles, clientRoles, "");
    }

    /**
     * Checks the role names in these fields of an object inside the record.
     *
     * @param place JSON pointer to the object
     */
    public static boolean checkRoles(
            Item<?> item, List<String> realmRoles, Map<String, List<String>> clientRoles, String place) {
        if (!check(item, realmRoles, place + "/realmRoles")) {
            return false;
        }
        if (clientRoles == null) {
            return true;
        }
        for (Map.Entry<String, List<String>> entry : clientRoles.entrySet()) {
            String pointer = Pointers.to(place + "/clientRoles", entry.getKey());
            if (!TextRules.check(item, entry.getKey(), TextRules.NAME, pointer)
                    || !check(item, entry.getValue(), pointer)) {
                return false;
            }
        }
        return true;
    }
}
