// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

/**
 * A user of the realm's own database that is to be removed, as it is stored.
 *
 * @param email {@code null} if the user has none
 */
public record RemovedUser(String id, String username, String email) {}
