// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.Map;
import java.util.Set;

/**
 * In whose name a job is at work: who started it or last resumed it. Has no tie to a session or a token, so that it can
 * be looked up again in each chunk's session, on any node.
 *
 * @param realmId realm the caller belongs to
 * @param userId the caller
 * @param clientId internal id of the client the caller came through
 * @param issuedAt when the caller's token was issued, in seconds since the epoch
 * @param realmRoles names of the roles of the caller's realm that were in the token
 * @param clientRoles the same of clients, by {@code clientId}
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
