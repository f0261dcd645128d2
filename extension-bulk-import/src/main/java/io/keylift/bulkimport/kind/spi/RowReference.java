// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

/**
 * The row that an object is.
 *
 * @param table its table, in capitals
 * @param id value of its primary key, which has one column
 */
public record RowReference(String table, String id) {}
