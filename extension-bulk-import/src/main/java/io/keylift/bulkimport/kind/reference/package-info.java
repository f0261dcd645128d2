// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** What records of any kind refer to, found for a whole chunk at once, and what the caller may do with it. */
package io.keylift.bulkimport.kind.reference;
