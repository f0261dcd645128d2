// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** What can be imported: one class for each kind, and what kinds share. */
package io.keylift.bulkimport.kind;
