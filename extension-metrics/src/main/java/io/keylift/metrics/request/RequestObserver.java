// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.function.LongSupplier;
import org.keycloak.provider.Provider;

/**
 * Receives the finished requests. {@link RequestObserverFactory#delivery()} says on which thread its methods are called. Exceptions are
 * caught, and logged the first time.
 */
public interface RequestObserver extends Provider {

    /**
     * A request has ended. For an immediate observer the span of its trace, if there is one, is current, and still open if it is the server's own; that of the
     * OpenTelemetry javaagent ends when the answer's last byte is written, before this or after, see {@link AnswerObserver}.
     */
    void requestEnded(RequestBreakdown request);

    /** Whether an observer with {@link Delivery#BATCHED} may receive this request later; called on the thread that ended the request. */
    default boolean canBeBatched(RequestBreakdown request) {
        return true;
    }

    /**
     * Something outside any request has spent time, for example a scheduled task.
     *
     * @param phase what it has spent its time on; for {@link Phase#POOL_WAIT} it has taken one connection
     * @param nanos how long, in nanoseconds
     */
    default void backgroundPhase(Phase phase, long nanos) {}

    /** Something outside any request has sent a statement, or a batch of them, to the database. */
    default void backgroundStatement() {}

    /** Something outside any request has given back a database connection that it had held so many nanoseconds. */
    default void backgroundConnectionUse(long nanos) {}

    /**
     * A password was hashed or verified, inside a request or outside.
     *
     * @param algorithm id of Keycloak's provider, for example {@code argon2}
     * @param nanos how long it took, in nanoseconds
     */
    default void passwordHashed(String algorithm, long nanos) {}

    /**
     * From now on the operations of this sort on this cache are counted; called once for each before the first.
     *
     * @param count operations completed so far
     * @param nanos how long they have taken together, in nanoseconds
     */
    default void cacheOperationTimed(String cache, String operation, LongSupplier count, LongSupplier nanos) {}

    @Override
    default void close() {}
}
