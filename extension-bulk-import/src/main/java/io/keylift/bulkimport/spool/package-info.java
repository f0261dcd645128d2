// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Temporary files for data that does not fit into memory, and the limit on their size on a node. */
package io.keylift.bulkimport.spool;
