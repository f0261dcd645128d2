// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

import io.keylift.metrics.request.MeasuredWork;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestTracker;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Times calls of one kind of server. */
final class Outbound {

    /**
     * @param <T> what it returns
     * @param <E> what it throws
     */
    interface Call<T, E extends Exception> {

        T call() throws E;
    }

    /**
     * A call that returns nothing.
     *
     * @param <E> what it throws
     */
    interface Action<E extends Exception> {

        void run() throws E;
    }

    private final Phase phase;
    private final Supplier<MeasuredWork> current;

    /** @param current returns the work of the current thread */
    Outbound(Phase phase, Supplier<MeasuredWork> current) {
        this.phase = phase;
        this.current = current;
    }

    /** Returns the provider as this makes it, or the provider itself without a running server. */
    static <P> P timed(Phase phase, P provider, BiFunction<P, Outbound, P> timing) {
        return RequestTracker.instance()
                .map(tracker -> timing.apply(provider, new Outbound(phase, tracker::current)))
                .orElse(provider);
    }

    <T, E extends Exception> T call(Call<T, E> call) throws E {
        MeasuredWork work = current.get();
        long entered = work.enter(phase);
        try {
            return call.call();
        } finally {
            work.exit(phase, entered);
        }
    }

    <E extends Exception> void run(Action<E> action) throws E {
        this.<Void, E>call(() -> {
            action.run();
            return null;
        });
    }
}
