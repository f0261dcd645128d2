// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

/**
 * A field that does not go into the records.
 *
 * @param file the file that has it
 * @param path JSON pointer within the original records, with {@code *} for any element of a list
 * @param reason why, in a few words
 * @param values number of values there that are not empty
 */
public record LeftOut(String file, String path, String reason, long values) {}
