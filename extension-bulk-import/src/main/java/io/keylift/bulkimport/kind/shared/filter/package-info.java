// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The query parameters that select the objects of an export. They mean the same as in the Admin API. */
package io.keylift.bulkimport.kind.shared.filter;
