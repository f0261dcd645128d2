// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import io.vertx.core.Context;
import io.vertx.core.Vertx;

/**
 * Stores the request of the current thread in its Vert.x context. A context belongs to one request from beginning to
 * end.
 */
final class CurrentRequest {

    /**
     * Key in the context. The bulk import copies entries whose key has this prefix to the threads that work for the
     * request.
     */
    private static final String LOCAL = "io.keylift.metrics.request";

    private CurrentRequest() {}

    /** Stores the request in the context. */
    static void set(Context context, RequestWork request) {
        context.putLocal(LOCAL, request);
    }

    /** Returns the request of the current context, or {@code null}. */
    static RequestWork get() {
        Context context = Vertx.currentContext();
        return context == null ? null : of(context);
    }

    /** Returns the request of this context, or {@code null}. */
    static RequestWork of(Context context) {
        return context.getLocal(LOCAL);
    }
}
