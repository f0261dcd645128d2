// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/**
 * A request that has not ended, or whose client has disconnected while a thread still works for it.
 *
 * @param uri path template of the endpoint, as much as is resolved, see {@link RequestEndpoint#soFar()}
 * @param method HTTP method, or {@code OTHER} for an unknown method
 * @param realm name of the realm in the path, which may not exist, or {@code null} if the path has none
 * @param client client id of the client, or {@code null} if it is not known yet
 * @param nanos time since the request's arrival
 * @param phase the phase that it is in
 * @param phaseNanos time in that phase
 * @param isAbandoned whether the client has disconnected
 * @param lock the lock that it waits for, or {@code null} if it waits for none or only since a moment
 * @param thread id of the thread that works for it, or 0 if there is none
 */
public record InFlightRequest(
        String uri,
        String method,
        String realm,
        String client,
        long nanos,
        Phase phase,
        long phaseNanos,
        boolean isAbandoned,
        LockWait lock,
        long thread) {}
