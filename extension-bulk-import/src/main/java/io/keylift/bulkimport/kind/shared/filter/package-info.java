// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The query parameters that select what an export reads, with the meaning that they have in the Admin API. */
package io.keylift.bulkimport.kind.shared.filter;
