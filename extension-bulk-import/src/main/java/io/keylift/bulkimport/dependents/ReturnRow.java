// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

/**
 * A row to give back.
 *
 * @param was its values before the removal
 * @param left its values after it; {@code null} if it went
 * @param line of the object on which it hung
 */
record ReturnRow(Object[] was, Object[] left, long line) {}
