// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Clients that Keycloak's own code builds in memory, from which the import takes their rows. */
package io.keylift.bulkimport.kinds.clients.draft;
