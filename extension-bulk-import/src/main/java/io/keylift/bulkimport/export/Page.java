// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

/**
 * Consecutive records, written in the format of the export.
 *
 * @param bytes the records
 * @param objects number of objects found, or of keys
 * @param records number of records
 * @param hidden number of values that were left out because the caller may not view them
 * @param last position of the last object; {@code null} if there is none
 * @param isFull whether the page has as many objects as it may have, so that there may be more
 * @param existing after the last page, how many objects all pages would have now; {@code null} if that is not known
 */
record Page(byte[] bytes, long objects, long records, long hidden, String last, boolean isFull, Long existing) {}
