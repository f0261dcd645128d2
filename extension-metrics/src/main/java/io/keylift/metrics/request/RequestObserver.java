// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.function.LongSupplier;
import org.keycloak.provider.Provider;

/**
 * Receives finished requests and work outside of requests. All durations are in nanoseconds.
 * {@link RequestObserverFactory#delivery()} defines the threads of all calls. The caller catches exceptions and logs
 * the first one.
 */
public interface RequestObserver extends Provider {

    /**
     * Called when a request has ended.
     *
     * For an {@linkplain Delivery#IMMEDIATE immediate} observer, the span of the request is current. A span of the
     * server itself is still open. A span of the OpenTelemetry javaagent ends with the last byte of the response,
     * before or after this call; see {@link AnswerObserver}.
     */
    void requestEnded(RequestBreakdown request);

    /**
     * Whether a {@linkplain Delivery#BATCHED batched} observer can receive this request later. If one cannot, all of
     * them receive it at once. Called on the thread that ended the request.
     */
    default boolean canBeBatched(RequestBreakdown request) {
        return true;
    }

    /**
     * Called after work outside of requests, for example of a scheduled task.
     *
     * @param phase phase of the work; {@link Phase#POOL_WAIT} reports one connection taken
     * @param nanos duration in nanoseconds
     */
    default void backgroundPhase(Phase phase, long nanos) {}

    /** Called after a statement, or a batch of statements, outside of requests. */
    default void backgroundStatement() {}

    /**
     * Called after a connection was returned to the pool outside of requests.
     *
     * @param nanos time from taking the connection to returning it, in nanoseconds
     */
    default void backgroundConnectionUse(long nanos) {}

    /**
     * Called after a password was hashed or verified, inside or outside of a request.
     *
     * @param algorithm id of Keycloak's provider, for example {@code argon2}
     * @param nanos duration in nanoseconds
     */
    default void passwordHashed(String algorithm, long nanos) {}

    /**
     * Called once for each operation of a cache, before its first count.
     *
     * @param count number of operations completed so far
     * @param nanos total duration of these operations, in nanoseconds
     */
    default void cacheOperationTimed(String cache, String operation, LongSupplier count, LongSupplier nanos) {}

    @Override
    default void close() {}
}
