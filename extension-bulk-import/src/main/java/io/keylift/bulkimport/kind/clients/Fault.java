// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients;

import io.keylift.bulkimport.kind.Item;
import io.keylift.bulkimport.kind.RejectCode;

/** A fault of a record that need not lead to a reject yet: what makes a new client impossible may be right for an existing one. */
record Fault(String code, String pointer, String message) {

    static Fault invalid(String pointer, String message) {
        return new Fault(RejectCode.INVALID, pointer, message);
    }

    void rejects(Item<?> item) {
        item.reject(code, pointer, message);
    }
}
