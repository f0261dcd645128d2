// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Temporary files for what does not fit into memory, and how much of it a node keeps. */
package io.keylift.bulkimport.spool;
