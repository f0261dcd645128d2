// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Checks when the server has started: Keycloak's version, the database, its tables and their indexes. */
package io.keylift.bulkimport.startup;
