// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of scope mappings: which roles clients and client scopes let into tokens. */
package io.keylift.bulkimport.kinds.scopemappings;
