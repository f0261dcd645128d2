// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Tables of a kind as data: what a record says of each column and of each table below, and what follows from it. */
package io.keylift.bulkimport.kind.shared.table;
