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
 * What Keylift's extensions have noted of a request, carried to the threads that work for it, so that its work is known
 * to be its own. Nothing else is carried: the server keeps the request's session in the same place, and no chunk may
 * find that.
 */
final class RequestLocals {

    private static final Logger LOG = Logger.getLogger(RequestLocals.class);

    /** What the keys of Keylift's notes begin with. */
    private static final String OURS = "io.keylift.";

    private static final RequestLocals NONE = new RequestLocals(null, Map.of());

    private final Context request;
    private final Map<Object, Object> locals;

    private RequestLocals(Context request, Map<Object, Object> locals) {
        this.request = request;
        this.locals = locals;
    }

    /**
     * Those of the request that the current thread works for; none where it works for no request or nothing was noted.
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

    /** The same executor; what it executes works for the request. */
    Executor on(Executor executor) {
        return locals.isEmpty() ? executor : work -> executor.execute(() -> run(work));
    }

    private void run(Runnable work) {
        // One of its own for each thread: what the thread notes, as the span that is current, is not that of others.
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
