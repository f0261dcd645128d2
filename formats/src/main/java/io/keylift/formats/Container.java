// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

/** Form of a file, whatever system it comes from. */
enum Container {
    /** JSON: an array, objects one after the other, or an object with lists in it. */
    JSON,
    /** One JSON object in each line. */
    NDJSON,
    /** Rows of cells. */
    CSV,
    /** Entries of a directory. */
    LDIF,
    /** Firebase's parameters of its password hashes, as its console shows them. */
    PARAMETERS;

    /** Name in the signatures of mappings. */
    String signature() {
        return this == NDJSON ? "json" : name().toLowerCase(java.util.Locale.ROOT);
    }
}
