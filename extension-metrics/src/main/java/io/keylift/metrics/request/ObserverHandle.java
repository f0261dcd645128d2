// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * An observer and the way in which it is called. Exceptions and errors of the observer are caught, because the threads
 * are those of requests. Calls that do not fit in the queue are dropped. The first exception and the first dropped call
 * are logged.
 */
final class ObserverHandle implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(ObserverHandle.class);

    private final String id;
    private final RequestObserver observer;

    /** {@code null} for an observer without a thread of its own. */
    private final OwnThread thread;

    private final boolean isBatched;
    private final AtomicBoolean hasFailed = new AtomicBoolean();
    private final AtomicBoolean hasMissed = new AtomicBoolean();

    private ObserverHandle(String id, RequestObserver observer, OwnThread thread, boolean isBatched) {
        this.id = id;
        this.observer = observer;
        this.thread = thread;
        this.isBatched = isBatched;
    }

    /** An observer that is called by the threads that serve requests. */
    static ObserverHandle immediate(String id, RequestObserver observer) {
        return new ObserverHandle(id, observer, null, false);
    }

    /** An immediate observer that receives finished requests in batches. */
    static ObserverHandle batched(String id, RequestObserver observer) {
        return new ObserverHandle(id, observer, null, true);
    }

    /**
     * An observer that is called by its own thread, in the order of the events.
     *
     * @param queue maximum number of calls that wait for the thread
     */
    static ObserverHandle onItsOwnThread(String id, RequestObserver observer, int queue) {
        return new ObserverHandle(id, observer, new OwnThread("keylift-observer-" + id, queue), false);
    }

    /** Whether the observer is of this sort. */
    boolean is(Class<? extends RequestObserver> sort) {
        return sort.isInstance(observer);
    }

    boolean isBatched() {
        return isBatched;
    }

    /** Whether a batched observer can receive this request later. */
    boolean canBeBatched(RequestBreakdown request) {
        try {
            return observer.canBeBatched(request);
        } catch (Throwable e) {
            hasThrown(e);
            return true;
        }
    }

    void requestEnded(RequestBreakdown request) {
        call(called -> called.requestEnded(request));
    }

    void call(Consumer<RequestObserver> call) {
        if (thread == null) {
            callNow(call);
            return;
        }
        try {
            thread.execute(() -> callNow(call));
        } catch (RejectedExecutionException e) {
            if (!thread.isClosed() && hasMissed.compareAndSet(false, true)) {
                LOG.warnf("Request observer %s is too slow and misses requests", id);
            }
        }
    }

    private void callNow(Consumer<RequestObserver> call) {
        try {
            call.accept(observer);
        } catch (Throwable e) {
            hasThrown(e);
        }
    }

    private void hasThrown(Throwable thrown) {
        if (hasFailed.compareAndSet(false, true)) {
            try {
                LOG.warnf(thrown, "Request observer %s failed; its further failures are not logged", id);
            } catch (Throwable e) {
                // The stack or the heap is exhausted: the request continues without the warning.
            }
        }
    }

    @Override
    public void close() {
        if (thread != null) {
            thread.close();
        }
    }
}
