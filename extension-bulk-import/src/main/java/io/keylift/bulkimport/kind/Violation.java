// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;

/**
 * A rule that a record violates. It does not always lead to a reject: what prevents a new user or client may be allowed
 * for an existing one.
 * @param code see {@link RejectCode}
 * @param pointer JSON pointer to the field
 */
public record Violation(String code, String pointer, String message) {

    public static Violation invalid(String pointer, String message) {
        return new Violation(RejectCode.INVALID, pointer, message);
    }

    public void rejects(Item<?> item) {
        item.reject(code, pointer, message);
    }
}
