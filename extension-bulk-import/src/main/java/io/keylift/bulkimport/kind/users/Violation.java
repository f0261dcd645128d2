// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.kind.Pointers;
import io.keylift.bulkimport.kind.spi.Item;

/**
 * A fault of a record that need not lead to a reject yet: what makes a new user impossible may be right for an existing
 * one.
 */
record Violation(String code, String pointer, String message) {

    void rejects(Item<?> item) {
        item.reject(code, pointer, message);
    }

    /**
     * Pointer (RFC 6901) to an attribute; the names Keycloak keeps in columns of their own are fields of the record.
     */
    static String attributePointer(String name) {
        return switch (name) {
            case "username", "email", "firstName", "lastName" -> "/" + name;
            default -> Pointers.to("/attributes", name);
        };
    }
}
