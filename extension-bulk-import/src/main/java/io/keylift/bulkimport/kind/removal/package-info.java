// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Takes users out of the database and the caches with everything that Keycloak removes along with a user, many at once.
 */
package io.keylift.bulkimport.kind.removal;
