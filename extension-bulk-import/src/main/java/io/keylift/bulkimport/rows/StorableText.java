// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

/** Checks whether databases can store a string from JSON. */
public final class StorableText {

    private StorableText() {}

    /**
     * Whether the text has no NUL, which PostgreSQL rejects, and no unpaired surrogate, which its driver silently
     * replaces by a question mark.
     */
    public static boolean test(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 || Character.isLowSurrogate(c)) {
                return false;
            }
            if (Character.isHighSurrogate(c)) {
                i++;
                if (i == text.length() || !Character.isLowSurrogate(text.charAt(i))) {
                    return false;
                }
            }
        }
        return true;
    }
}
