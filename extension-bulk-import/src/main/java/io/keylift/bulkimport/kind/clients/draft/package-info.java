// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** A client that Keycloak's own code builds in memory, to take its rows from. */
package io.keylift.bulkimport.kind.clients.draft;
