// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** What can be imported: a package for each kind, and what kinds share. */
package io.keylift.bulkimport.kind;
