// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Tables of a kind as data: declarations of columns and child tables, and the reads and writes that follow from them.
 */
package io.keylift.bulkimport.kind.shared.table;
