// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The caller of an import or export, and their current permissions. */
package io.keylift.bulkimport.caller;
