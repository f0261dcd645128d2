// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Removes objects with all their dependents: those of a chunk together from the database and the caches, or by
 * Keycloak's own methods if it notifies others of each object.
 */
package io.keylift.bulkimport.kind.shared.removal;
