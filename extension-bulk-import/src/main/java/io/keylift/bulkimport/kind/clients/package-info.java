// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of clients: drafted by Keycloak's own code in memory, written by tables. */
package io.keylift.bulkimport.kind.clients;
