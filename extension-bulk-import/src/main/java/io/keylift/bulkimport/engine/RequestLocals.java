// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Carries what Keylift's extensions noted about a request to the threads that work for it, so that their work is
 * attributed to the request. Nothing else is carried: the server keeps the request's session in the same place, and a
 * chunk must not find it.
 */
final class RequestLocals {

    private static final Logger LOG = Logger.getLogger(RequestLocals.class);

    /** Prefix of the keys of Keylift's notes. */
    private static final String OURS = "io.keylift.";

    private static final RequestLocals NONE = new RequestLocals(null, Map.of());

    private final Context request;
    private final Map<Object, Object> locals;

    private RequestLocals(Context request, Map<Object, Object> locals) {
        this.request = request;
        this.locals = locals;
    }

    /**
     * The notes of the request that the current thread works for; none if it works for no request or nothing was noted.
     */
    static RequestLocals capture() {
        try {
            Context request = Vertx.currentContext();
            if (request == null || !VertxContext.isDuplicatedContext(request)) {
                return NONE;
            }
            Map<Object, Object> ours = ((ContextInternal) request)
                    .localContextData().entrySet().stream()
                            .filter(local -> local.getKey() instanceof String key && key.startsWith(OURS))
                            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
            return ours.isEmpty() ? NONE : new RequestLocals(request, ours);
        } catch (LinkageError | ClassCastException e) {
            LOG.debug(
                    "Cannot detach the thread from its request: this server stores request data in an unexpected way",
                    e);
            return NONE;
        }
    }

    /** An executor on the same threads, with these notes. */
    Executor on(Executor executor) {
        return locals.isEmpty() ? executor : work -> executor.execute(() -> run(work));
    }

    /** Does work on the current thread with these notes. */
    void run(Runnable work) {
        if (locals.isEmpty()) {
            work.run();
            return;
        }
        // Each thread has its own context: what it notes, such as the current span, must not be visible to others.
        ContextInternal own = (ContextInternal) VertxContext.createNewDuplicatedContext(request);
        own.localContextData().putAll(locals);
        ContextInternal before = own.beginDispatch();
        try {
            work.run();
        } finally {
            own.endDispatch(before);
        }
    }
}
