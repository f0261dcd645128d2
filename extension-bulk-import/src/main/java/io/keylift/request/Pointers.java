// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.request;

/** JSON pointers (RFC 6901) into a record. */
public final class Pointers {

    private Pointers() {}

    /** A name as a step of a pointer. */
    public static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    /** Pointer to what this one points to, or to the item of this name in it. */
    public static String to(String parent, String name) {
        return parent + "/" + escape(name);
    }

    /** Pointer to an item of a list. */
    public static String to(String parent, int index) {
        return parent + "/" + index;
    }
}
