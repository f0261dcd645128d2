// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Checks after the start of the server: Keycloak's version, the database, its tables and their indexes. */
package io.keylift.bulkimport.startup;
