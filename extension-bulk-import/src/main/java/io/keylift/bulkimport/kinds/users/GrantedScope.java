// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

/**
 * A client scope that a user has granted to a client.
 *
 * @param id id of the client scope, or of the client, which can be on its own consent screen
 * @param parameter value for a parameterized client scope; {@code null} for any other
 */
record GrantedScope(String id, String parameter) {}
