// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

/**
 * A name that a record wants for itself alone in its realm.
 *
 * @param sort what sort of name, for example {@code username}; names of different sorts never meet
 * @param name as it is compared, for example in lower case
 * @param pointer JSON pointer to the field that holds it
 */
public record Claim(String sort, String name, String pointer) {

    /** Sort and name: two claims of the same text cannot both be granted. */
    public String text() {
        return sort + ":" + name;
    }
}
