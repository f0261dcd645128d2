// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Removes objects with all their dependents: many users at once from the database and the caches, and objects of other
 * kinds by Keycloak's own methods.
 */
package io.keylift.bulkimport.kind.shared.removal;
