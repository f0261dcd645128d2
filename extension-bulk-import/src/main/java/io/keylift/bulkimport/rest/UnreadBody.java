// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.hook.Guard;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/**
 * Discards for a while the bytes that a client still sends after the response to its import, then closes the
 * connection. Without a reader, a client that writes before it reads would wait for the server forever. Closing at once
 * would make the client's system drop the response.
 */
@ApplicationScoped
public class UnreadBody {

    private static final long LIMIT_MILLIS = Duration.ofSeconds(10).toMillis();

    /** Before any filter that answers, and before the resource. */
    private static final int PRIORITY = 2;

    private final Guard guard = new Guard("bodies that are not read to their end");

    void register(@Observes Filters filters) {
        filters.register(new SafeFilter(guard, UploadLimit::isImport, this::watch), PRIORITY);
    }

    private void watch(RoutingContext request) {
        request.addEndHandler(ended -> guard.run(() -> {
            // A broken connection also ends a request; then the body's reader has to get the error.
            if (ended.succeeded() && request.response().ended()) {
                discard(request);
            }
        }));
    }

    private static void discard(RoutingContext answered) {
        HttpServerRequest request = answered.request();
        if (request.isEnded()) {
            return;
        }
        long timer = answered.vertx().setTimer(LIMIT_MILLIS, late -> {
            // Otherwise the connection may already serve another request.
            if (!request.isEnded()) {
                request.connection().close();
            }
        });
        request.endHandler(ended -> answered.vertx().cancelTimer(timer));
        request.exceptionHandler(gone -> answered.vertx().cancelTimer(timer));
        request.handler(buffer -> {});
        request.resume();
    }
}
