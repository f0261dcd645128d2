// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

/**
 * A key of a record that at most one object of the realm can have. The engine compares keys by {@link #text}.
 *
 * @param type type of the key, for example {@code username}; keys of different types never conflict
 * @param name value in the form in which it is compared, for example in lower case
 * @param pointer JSON pointer to the field with the value
 */
public record UniqueKey(String type, String name, String pointer) {

    /** Type and name as one string, unique in the realm. */
    public String text() {
        return type + ":" + name;
    }
}
