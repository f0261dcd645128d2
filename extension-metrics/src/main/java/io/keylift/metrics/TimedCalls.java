// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import io.keylift.metrics.request.MeasuredWork;
import io.keylift.metrics.request.Phase;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Times calls of the server's own code. What a call throws passes on unchanged; what the timing throws does not. */
public final class TimedCalls {

    /**
     * @param <T> what it returns
     * @param <E> what it throws
     */
    public interface Call<T, E extends Exception> {
        T call() throws E;
    }

    /**
     * A call that returns nothing.
     *
     * @param <E> what it throws
     */
    public interface Action<E extends Exception> {
        void run() throws E;
    }

    private record Begun(MeasuredWork work, long entered) {}

    private final Phase phase;
    private final Supplier<MeasuredWork> current;
    private final FailSafe failSafe;
    private final LongConsumer ended;

    /** @param current returns the work of the current thread */
    public TimedCalls(Phase phase, Supplier<MeasuredWork> current, FailSafe failSafe) {
        this(phase, current, failSafe, nanos -> {});
    }

    /**
     * @param current returns the work of the current thread
     * @param ended receives the duration of each call in nanoseconds
     */
    public TimedCalls(Phase phase, Supplier<MeasuredWork> current, FailSafe failSafe, LongConsumer ended) {
        this.phase = phase;
        this.current = current;
        this.failSafe = failSafe;
        this.ended = ended;
    }

    /** Times this call. */
    public <T, E extends Exception> T call(Call<T, E> call) throws E {
        Begun begun = failSafe.attempt(this::begin, null);
        try {
            return call.call();
        } finally {
            if (begun != null) {
                failSafe.attempt(() -> ended.accept(begun.work.exit(phase, begun.entered)));
            }
        }
    }

    private Begun begin() {
        MeasuredWork work = current.get();
        return new Begun(work, work.enter(phase));
    }

    /** Times this call. */
    public <E extends Exception> void run(Action<E> action) throws E {
        this.<Void, E>call(() -> {
            action.run();
            return null;
        });
    }

    /** Returns the proxy, or the original if the proxy cannot be made. */
    public <T> T standIn(T original, Callable<? extends T> made) {
        return failSafe.attempt(made, original);
    }
}
