// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.Map;
import java.util.Set;

/**
 * The caller in whose name a job runs: the sender of its input. It is not bound to a session or a token, so
 * each chunk's session, on any node, can look the caller up again.
 *
 * @param realmId realm the caller belongs to
 * @param userId the caller's user id
 * @param clientId internal id of the client the caller came through
 * @param issuedAt when the caller's token was issued, in seconds since the epoch
 * @param realmRoles names of the roles of the caller's realm that were in the token
 * @param clientRoles names of roles of clients, by {@code clientId}
 * @param address remote address, for admin events; may be {@code null}
 */
public record Caller(
        String realmId,
        String userId,
        String clientId,
        long issuedAt,
        Set<String> realmRoles,
        Map<String, Set<String>> clientRoles,
        String address) {}
