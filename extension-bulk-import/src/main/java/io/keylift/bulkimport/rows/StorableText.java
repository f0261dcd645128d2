// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

/** What a database can hold of what JSON can say. */
public final class StorableText {

    private StorableText() {}

    /**
     * Whether the text has no NUL, which PostgreSQL refuses, and no half of a surrogate pair, of which its driver makes
     * a question mark without a word.
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
