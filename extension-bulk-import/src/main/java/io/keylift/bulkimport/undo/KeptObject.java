// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * An object that a chunk has changed, as the chunk keeps it; the record of an undo.
 *
 * @param line number of the record that changed it; negative if it has none in the input
 * @param kind id of the kind of the object
 * @param key key of the record
 * @param id id of the object for its source; {@code null} if it cannot be given back: the source does not find it, or
 *     the job also removed its dependents
 * @param before record of the object as it was; {@code null} if it did not exist
 * @param after fingerprint of the object as the chunk left it; {@code null} if it no longer existed
 * @param rows number of the chunk that has kept the rows that went with the object; {@code null} for none
 * @param from number of the first part of these rows; {@code null} for the first part of the chunk
 * @param onlyRows whether an undo has given back the object itself, and nothing is left but rows; {@code null} if not
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record KeptObject(
        long line,
        String kind,
        String key,
        String id,
        JsonNode before,
        String after,
        Integer rows,
        Integer from,
        Boolean onlyRows) {

    /** Object as the chunk that changed it keeps it. */
    KeptObject(long line, String kind, String key, String id, JsonNode before, String after, Integer rows) {
        this(line, kind, key, id, before, after, rows, null, null);
    }

    /** Whether the object itself is there. */
    boolean isBack() {
        return Boolean.TRUE.equals(onlyRows);
    }

    /** Object after an undo that has not given it back, with a copy of its rows. */
    KeptObject left(int part) {
        return rows == null ? this : new KeptObject(line, kind, key, id, before, after, rows, part, onlyRows);
    }

    /** Rest after an undo that has given back the object, but not all of its rows. */
    KeptObject leftRows(int part) {
        return new KeptObject(line, kind, key, id, null, null, rows, part, true);
    }
}
