// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.lang.ref.WeakReference;

/** Knows the request that a thread works for: the one that its Vert.x context carries. A context carries the same from its first to its last. */
final class CurrentRequest {

    /** The import's extension carries what has a key that begins so to the threads that work for the request. */
    private static final String LOCAL = "io.keylift.metrics.request";

    /** Keeps no context alive: it has all that a request has brought with it. */
    private record Seen(WeakReference<Context> context, RequestWork request) {}

    /** What a thread has found last. To look into a context takes longer than all else that we do for an operation of a cache. */
    private final ThreadLocal<Seen> last = new ThreadLocal<>();

    /** From now on the context is that of this request. */
    void set(Context context, RequestWork request) {
        context.putLocal(LOCAL, request);
    }

    /** The request of the current context, or {@code null}. */
    RequestWork get() {
        Context context = Vertx.currentContext();
        if (context == null) {
            return null;
        }
        Seen seen = last.get();
        if (seen != null && seen.context.refersTo(context)) {
            return seen.request;
        }
        RequestWork request = context.getLocal(LOCAL);
        if (request != null) {
            last.set(new Seen(new WeakReference<>(context), request));
        }
        return request;
    }
}
