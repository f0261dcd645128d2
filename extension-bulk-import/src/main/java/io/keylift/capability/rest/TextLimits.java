// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import io.keylift.bulkimport.rows.StorableText;

/** Limits of the database on texts in a request. */
final class TextLimits {

    /** Length of name columns, in characters. */
    static final int NAME = 255;

    private TextLimits() {}

    /** Rejects a text that is longer than {@code max} characters, or that the database cannot store at all. */
    static void check(String text, String pointer, int max) {
        if (text != null && text.codePointCount(0, text.length()) > max) {
            throw new ApiError(ErrorCode.TOO_LONG, pointer, "The value is longer than " + max + " characters")
                    .badRequest();
        }
        if (text != null && !StorableText.test(text)) {
            throw unstorable(pointer).badRequest();
        }
    }

    /** The error of a text that the database cannot store. */
    static ApiError unstorable(String pointer) {
        return new ApiError(
                ErrorCode.INVALID,
                pointer,
                "The value contains a NUL character or an unpaired surrogate, which the database cannot store");
    }
}
