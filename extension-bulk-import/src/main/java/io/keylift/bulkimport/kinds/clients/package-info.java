// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of clients: drafted by Keycloak's own code in memory, written table by table. */
package io.keylift.bulkimport.kinds.clients;
