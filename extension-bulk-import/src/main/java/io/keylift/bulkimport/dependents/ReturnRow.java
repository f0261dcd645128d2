// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

/**
 * A row to restore.
 *
 * @param was values before the removal
 * @param left values after the removal; {@code null} if the row was deleted
 * @param line line of the object to which the row belonged
 */
record ReturnRow(Object[] was, Object[] left, long line) {}
