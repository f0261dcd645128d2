// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of the scopes of the clients that protect resources. */
package io.keylift.bulkimport.kinds.scopes;
