// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.cache;

import io.keylift.metrics.request.RequestTimings;
import org.infinispan.commands.VisitableCommand;
import org.infinispan.commands.read.GetKeyValueCommand;
import org.infinispan.context.InvocationContext;
import org.infinispan.context.impl.NonTxInvocationContext;
import org.infinispan.interceptors.BaseAsyncInterceptor;
import org.infinispan.util.ByteString;

/** What we add to an operation of a cache: our interceptor, with nothing behind it. */
public final class TimedCache {

    private final TimingInterceptor interceptor;
    private final InvocationContext context = new NonTxInvocationContext(null);
    private final VisitableCommand command = new GetKeyValueCommand(ByteString.emptyString(), "key", 0, 0);

    /** @param name one that the server has */
    public TimedCache(String name, RequestTimings timings) {
        interceptor = new TimingInterceptor(name, CacheTimings.timed(name), timings);
        interceptor.setNextInterceptor(new Nothing());
    }

    public Object get() throws Throwable {
        return interceptor.visitCommand(context, command);
    }

    private static final class Nothing extends BaseAsyncInterceptor {

        @Override
        public Object visitCommand(InvocationContext context, VisitableCommand command) {
            return null;
        }
    }
}
