// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The kind {@code users}. {@link UserValidator} checks records by the rules of Keycloak and of the realm's user profile
 * and hashes passwords; {@link UsersWriter} resolves all references of a chunk in a constant number of queries and
 * writes rows in batches.
 */
package io.keylift.bulkimport.kinds.users;
