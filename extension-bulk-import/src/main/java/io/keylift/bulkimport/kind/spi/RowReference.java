// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

/**
 * The row of an object in one of Keycloak's tables.
 *
 * @param table name of the table, in capitals
 * @param id value of its primary key, which has one column
 */
public record RowReference(String table, String id) {}
