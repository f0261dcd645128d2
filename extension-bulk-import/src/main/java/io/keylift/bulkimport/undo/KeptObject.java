// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a chunk keeps of an object that it changed, and the record of an undo.
 *
 * @param line number of the record that changed it; negative if it has none in the input
 * @param kind id of the kind of the object
 * @param key key of the record
 * @param id id of the object for its source; {@code null} if it cannot be given back: the source does not find it, or
 *     the job also removed what hung on it
 * @param before record of the object as it was; {@code null} if it did not exist
 * @param after fingerprint of the object as the chunk left it; {@code null} if it no longer existed
 * @param rows number of the chunk that has kept the rows that went with the object; {@code null} for none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record KeptObject(long line, String kind, String key, String id, JsonNode before, String after, Integer rows) {}
