// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Removes many users at once from the database and the caches, with everything that Keycloak removes along with a user.
 */
package io.keylift.bulkimport.kind.removal;
