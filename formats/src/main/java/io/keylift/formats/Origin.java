// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Place of a record in an input.
 *
 * @param file name of the input; of an entry of an archive {@code archive.zip!entry}
 * @param number number of the record in the file, from 1
 * @param line line of the file where the record begins, from 1; 0 if unknown
 * @param original the record as the mapping sees it, to correct and to convert again as NDJSON; {@code null} if it
 *     could not be read
 */
public record Origin(String file, long number, long line, JsonNode original) {}
