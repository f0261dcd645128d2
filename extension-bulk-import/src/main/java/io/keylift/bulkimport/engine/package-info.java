// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Reads, validates, cuts into chunks, commits and reports. Owns no SQL. */
package io.keylift.bulkimport.engine;
