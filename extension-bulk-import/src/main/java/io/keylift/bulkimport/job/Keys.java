// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** Keys of records as answers and lists show them. A key can be as long as its record. */
public final class Keys {

    /** Most characters of a key that is shown. */
    public static final int LONGEST = 500;

    private static final String GAP = "\u2026";

    private Keys() {}

    /** The key, or its beginning and its end if it is too long. */
    public static String shown(String key) {
        if (key == null || key.length() <= LONGEST) {
            return key;
        }
        int head = LONGEST / 2;
        int tail = key.length() - (LONGEST - head - GAP.length());
        return key.substring(0, Character.isHighSurrogate(key.charAt(head - 1)) ? head - 1 : head)
                + GAP
                + key.substring(Character.isLowSurrogate(key.charAt(tail)) ? tail + 1 : tail);
    }
}
