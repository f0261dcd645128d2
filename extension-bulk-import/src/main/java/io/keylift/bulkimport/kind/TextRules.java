// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import io.keylift.bulkimport.rows.Ids;
import io.keylift.bulkimport.rows.StorableText;

/**
 * What every string of a record must keep to, whatever the realm says, because the database cannot store it otherwise.
 */
public final class TextRules {

    /** Length of Keycloak's name columns. */
    public static final int NAME = 255;

    private TextRules() {}

    /** Rejects the record if the value does not fit a column of {@code max} characters or cannot be stored at all. */
    public static boolean check(Item<?> item, String value, int max, String pointer) {
        if (value == null) {
            return true;
        }
        if (value.length() > max && value.codePointCount(0, value.length()) > max) {
            item.reject(RejectCode.TOO_LONG, pointer, "The value is longer than " + max + " characters");
            return false;
        }
        return check(item, value, pointer);
    }

    /** Rejects the record if the value cannot be stored. */
    public static boolean check(Item<?> item, String value, String pointer) {
        if (value == null || StorableText.test(value)) {
            return true;
        }
        item.reject(
                RejectCode.INVALID,
                pointer,
                "The value holds a NUL character or half of a surrogate pair, which the database cannot store");
        return false;
    }

    /** Rejects the record if Keycloak cannot store this id, which may be absent. */
    public static boolean checkId(Item<?> item, String id, String pointer) {
        if (id == null || Ids.isValid(id)) {
            return true;
        }
        item.reject(
                RejectCode.INVALID, pointer, "An id has 1 to 36 characters, none of them blank or a control character");
        return false;
    }
}
