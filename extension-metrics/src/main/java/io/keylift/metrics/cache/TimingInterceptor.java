// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.cache;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.MeasuredWork;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestTracker;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.infinispan.commands.VisitableCommand;
import org.infinispan.context.InvocationContext;
import org.infinispan.interceptors.BaseAsyncInterceptor;

/**
 * Times the operations that this node sends to one cache. It is the first interceptor in the chain, so it sees the
 * result last, on any thread.
 */
final class TimingInterceptor extends BaseAsyncInterceptor {

    private final String cache;
    private final RequestTracker tracker;
    private final FailSafe failSafe;
    private final AtomicReferenceArray<OperationTotals> totals =
            new AtomicReferenceArray<>(CacheOperation.values().length);
    private final ClassValue<CacheOperation> operations = new ClassValue<>() {
        @Override
        protected CacheOperation computeValue(Class<?> command) {
            return CacheOperation.of(command);
        }
    };

    /** @param failSafe that of all caches */
    TimingInterceptor(String cache, RequestTracker tracker, FailSafe failSafe) {
        this.cache = cache;
        this.tracker = tracker;
        this.failSafe = failSafe;
    }

    @Override
    public Object visitCommand(InvocationContext context, VisitableCommand command) throws Throwable {
        if (!context.isOriginLocal()) {
            return invokeNext(context, command);
        }
        FailSafe.Attempt end = failSafe.attempt(() -> begin(command), null);
        // The action runs for every outcome, including an exception from the rest of the chain.
        return end == null
                ? invokeNext(context, command)
                : invokeNextAndFinally(context, command, (ctx, done, result, failure) -> failSafe.attempt(end));
    }

    /** Returns what ends it. */
    private FailSafe.Attempt begin(VisitableCommand command) {
        OperationTotals total = totals(operations.get(command.getClass()));
        MeasuredWork work = tracker.current();
        long entered = work.enter(Phase.INFINISPAN);
        return () -> total.add(work.exit(Phase.INFINISPAN, entered));
    }

    private OperationTotals totals(CacheOperation operation) {
        OperationTotals known = totals.get(operation.ordinal());
        return known == null ? register(operation) : known;
    }

    private synchronized OperationTotals register(CacheOperation operation) {
        OperationTotals known = totals.get(operation.ordinal());
        if (known == null) {
            known = new OperationTotals();
            totals.set(operation.ordinal(), known);
            tracker.cacheOperationTimed(cache, operation.label, known::count, known::nanos);
        }
        return known;
    }
}
