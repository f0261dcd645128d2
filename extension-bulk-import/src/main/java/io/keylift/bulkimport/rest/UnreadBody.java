// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/**
 * What a client still sends after its import has been answered is taken in and thrown away for a while, then the
 * connection is closed. Otherwise nobody would read it: a client that writes before it reads would wait for the server
 * for ever, and closing at once would make the client's system drop the answer.
 */
@ApplicationScoped
public class UnreadBody {

    private static final long LIMIT_MILLIS = Duration.ofSeconds(10).toMillis();

    /** Anywhere before the resource will do. */
    private static final int PRIORITY = 1;

    void register(@Observes Filters filters) {
        filters.register(this::watch, PRIORITY);
    }

    private void watch(RoutingContext request) {
        if (UploadLimit.isImport(request)) {
            request.addEndHandler(ended -> {
                // A connection that broke ends a request, too; then its reader has to hear of it.
                if (ended.succeeded() && request.response().ended()) {
                    discard(request);
                }
            });
        }
        request.next();
    }

    private static void discard(RoutingContext answered) {
        HttpServerRequest request = answered.request();
        if (request.isEnded()) {
            return;
        }
        long timer = answered.vertx().setTimer(LIMIT_MILLIS, late -> {
            // Otherwise the connection may be another request's by now.
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
