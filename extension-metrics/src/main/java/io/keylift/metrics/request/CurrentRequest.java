// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import io.vertx.core.Context;
import io.vertx.core.Vertx;

/**
 * Knows the request that a thread works for: the one that its Vert.x context carries. A context carries the same from
 * its first to its last.
 */
final class CurrentRequest {

    /** The import's extension carries what has a key that begins so to the threads that work for the request. */
    private static final String LOCAL = "io.keylift.metrics.request";

    private CurrentRequest() {}

    /** From now on the context is that of this request. */
    static void set(Context context, RequestWork request) {
        context.putLocal(LOCAL, request);
    }

    /** The request of the current context, or {@code null}. */
    static RequestWork get() {
        Context context = Vertx.currentContext();
        return context == null ? null : context.getLocal(LOCAL);
    }
}
