// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;

/** A fault of a record that need not lead to a reject yet: what makes a new client impossible may be right for an existing one. */
record Violation(String code, String pointer, String message) {

    static Violation invalid(String pointer, String message) {
        return new Violation(RejectCode.INVALID, pointer, message);
    }

    void rejects(Item<?> item) {
        item.reject(code, pointer, message);
    }
}
