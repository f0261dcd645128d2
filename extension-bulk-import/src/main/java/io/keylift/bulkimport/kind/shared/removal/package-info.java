// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Removes objects with all their dependents: users and groups together from the database and the caches, and objects of
 * other kinds by Keycloak's own methods unless their kind removes them together.
 */
package io.keylift.bulkimport.kind.shared.removal;
