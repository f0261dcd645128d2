// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/**
 * A step of an authentication flow.
 *
 * @param authenticator id of Keycloak's provider, for example {@code auth-username-password-form}
 * @param endedAfterNanos time from the arrival of the request until the end of the step, in nanoseconds
 * @param nanos duration in nanoseconds
 */
public record AuthenticationStep(String authenticator, long endedAfterNanos, long nanos) {}
