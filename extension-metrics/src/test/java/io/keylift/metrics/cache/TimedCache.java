// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.cache;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.RequestTracker;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.infinispan.commands.VisitableCommand;
import org.infinispan.commands.read.GetKeyValueCommand;
import org.infinispan.context.InvocationContext;
import org.infinispan.context.impl.NonTxInvocationContext;
import org.infinispan.interceptors.BaseAsyncInterceptor;
import org.infinispan.remoting.transport.Address;
import org.infinispan.util.ByteString;

/** Our interceptor around one operation of a cache, with little or nothing behind it. */
public final class TimedCache {

    private final TimingInterceptor interceptor;
    private final InvocationContext context = new NonTxInvocationContext(null);
    private final InvocationContext remote = new NonTxInvocationContext(Address.random());
    private final VisitableCommand command = new GetKeyValueCommand(ByteString.emptyString(), "key", 0, 0);

    /** @param name one that the server has */
    public TimedCache(String name, RequestTracker tracker) {
        this(name, tracker, () -> null);
    }

    /** @param answers what the rest of the cache answers; a stage is one that comes when that is complete */
    public TimedCache(String name, RequestTracker tracker, Supplier<CompletionStage<?>> answers) {
        interceptor = new TimingInterceptor(name, tracker, new FailSafe("cache times"));
        interceptor.setNextInterceptor(new Rest(answers));
    }

    public Object get() throws Throwable {
        return interceptor.visitCommand(context, command);
    }

    /** Another node asks. */
    public Object getFromAfar() throws Throwable {
        return interceptor.visitCommand(remote, command);
    }

    private static final class Rest extends BaseAsyncInterceptor {

        private final Supplier<CompletionStage<?>> answers;

        Rest(Supplier<CompletionStage<?>> answers) {
            this.answers = answers;
        }

        @Override
        public Object visitCommand(InvocationContext context, VisitableCommand command) {
            CompletionStage<?> answer = answers.get();
            return answer == null ? null : asyncValue(answer);
        }
    }
}
