// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.rows.Ids;
import io.keylift.bulkimport.rows.StorableText;
import java.util.Optional;

/**
 * Rules for every string of a record, which do not depend on the settings of the realm: the database cannot store a
 * string that violates them. Each {@code check} rejects the record if the value violates a rule, and returns
 * {@code false} then.
 */
public final class TextRules {

    /** Length of Keycloak's name columns, in characters. */
    public static final int NAME = 255;

    private TextRules() {}

    /**
     * Finds the violation of a value that does not fit a column of {@code max} characters, or that the database cannot
     * store at all. {@code null} is valid.
     */
    public static Optional<Violation> violation(String value, int max, String pointer) {
        if (value != null && value.length() > max && value.codePointCount(0, value.length()) > max) {
            return Optional.of(
                    new Violation(RejectCode.TOO_LONG, pointer, "The value is longer than " + max + " characters"));
        }
        if (value == null || StorableText.test(value)) {
            return Optional.empty();
        }
        return Optional.of(Violation.invalid(
                pointer,
                "The value contains a NUL character or an unpaired surrogate, which the database cannot store"));
    }

    /** Rejects the record if the value does not fit a column of {@code max} characters, or cannot be stored at all. */
    public static boolean check(Item<?> item, String value, int max, String pointer) {
        Optional<Violation> violation = violation(value, max, pointer);
        violation.ifPresent(found -> found.rejects(item));
        return violation.isEmpty();
    }

    /** Rejects the record if the value cannot be stored. */
    public static boolean check(Item<?> item, String value, String pointer) {
        return check(item, value, Integer.MAX_VALUE, pointer);
    }

    /** Rejects the record if Keycloak cannot store this id. {@code null} is valid. */
    public static boolean checkId(Item<?> item, String id, String pointer) {
        if (id == null || Ids.isValid(id)) {
            return true;
        }
        item.reject(
                RejectCode.INVALID, pointer, "An id must have 1 to 36 characters and no blanks or control characters");
        return false;
    }
}
