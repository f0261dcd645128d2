// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of identity providers with their mappers and their link to an organization. */
package io.keylift.bulkimport.kinds.identityproviders;
