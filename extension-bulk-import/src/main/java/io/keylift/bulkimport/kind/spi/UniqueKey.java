// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

/**
 * A name of a record that is unique in its realm.
 *
 * @param type what type of name, for example {@code username}; names of different types never meet
 * @param name as it is compared, for example in lower case
 * @param pointer JSON pointer to the field that holds it
 */
public record UniqueKey(String type, String name, String pointer) {

    /** Type and name: only one record or row can have a key of this text. */
    public String text() {
        return type + ":" + name;
    }
}
