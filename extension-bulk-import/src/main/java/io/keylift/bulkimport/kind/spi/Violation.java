// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.List;

/**
 * A rule that a record violates. It does not always lead to a reject: a violation that prevents a new user or client
 * may be allowed for an existing one.
 *
 * @param code see {@link RejectCode}
 * @param pointer JSON pointer to the field
 * @param message sentence for the caller
 * @param more further violations that can be left out of the record together with this one
 */
public record Violation(String code, String pointer, String message, List<Violation> more) {

    public Violation {
        more = List.copyOf(more);
    }

    public Violation(String code, String pointer, String message) {
        this(code, pointer, message, List.of());
    }

    /** A violation with {@link RejectCode#INVALID}. */
    public static Violation invalid(String pointer, String message) {
        return new Violation(RejectCode.INVALID, pointer, message);
    }

    /** Rejects the record for this violation and for the further ones. */
    public void rejects(Item<?> item) {
        item.reject(code, pointer, message);
        more.forEach(other -> other.rejects(item));
    }
}
