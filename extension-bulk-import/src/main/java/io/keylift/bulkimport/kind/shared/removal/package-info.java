// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Removes objects with everything that Keycloak removes along with them: many users at once from the database and the
 * caches, and objects of other kinds by Keycloak's own methods.
 */
package io.keylift.bulkimport.kind.shared.removal;
