// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

/**
 * A key of a record that is unique in its realm.
 *
 * @param type type of the key, for example {@code username}; keys of different types never conflict
 * @param name value as it is compared, for example in lower case
 * @param pointer JSON pointer to the field with the value
 */
public record UniqueKey(String type, String name, String pointer) {

    /** Type and name as one string, unique in the realm. */
    public String text() {
        return type + ":" + name;
    }
}
