// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of client scopes, with their protocol mappers and whether new clients of the realm get them. */
package io.keylift.bulkimport.kinds.clientscopes;
