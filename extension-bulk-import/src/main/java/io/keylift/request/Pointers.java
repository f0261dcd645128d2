// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.request;

/** JSON pointers (RFC 6901) into a record. */
public final class Pointers {

    private Pointers() {}

    /** Escapes a name for use in a pointer. */
    public static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    /** Pointer to the member of this name in an object. */
    public static String to(String parent, String name) {
        return parent + "/" + escape(name);
    }

    /** Pointer to an element of an array. */
    public static String to(String parent, int index) {
        return parent + "/" + index;
    }
}
