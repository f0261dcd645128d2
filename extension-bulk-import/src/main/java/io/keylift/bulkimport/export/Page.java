// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

/**
 * Consecutive records, written in the format of the export.
 *
 * @param bytes the records
 * @param records number of records
 * @param hidden number of values that were left out because the caller may not view them
 * @param after position of the last object; {@code null} if there are no more
 */
record Page(byte[] bytes, long records, long hidden, String after) {}
