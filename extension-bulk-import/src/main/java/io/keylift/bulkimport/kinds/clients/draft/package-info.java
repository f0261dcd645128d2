// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** A client that Keycloak's own code builds in memory; its rows are taken from there. */
package io.keylift.bulkimport.kinds.clients.draft;
