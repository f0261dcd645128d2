// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import io.keylift.metrics.FailSafe;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/** Starts and ends the measurement of each request on the server's main port. */
@Singleton
public class RequestFilter {

    /** Before all other filters, so that their time counts. */
    private static final int FIRST = 2000;

    private final RequestTracker tracker;
    private final FailSafe failSafe = new FailSafe("times of requests");

    @Inject
    RequestFilter(RequestTracker tracker) {
        this.tracker = tracker;
    }

    void register(@Observes Filters filters) {
        filters.register(this::time, FIRST);
    }

    private void time(RoutingContext request) {
        failSafe.attempt(() -> begin(request));
        request.next();
    }

    private void begin(RoutingContext request) {
        Context context = Vertx.currentContext();
        // A shared context would mix up requests. A context that already has a request is one that is routed again.
        if (!tracker.isOff() && VertxContext.isDuplicatedContext(context) && CurrentRequest.of(context) == null) {
            RequestWork work = tracker.begin(
                    context,
                    request.request().path(),
                    request.request().method().name());
            // Both handlers are needed: the server replaces the end handler when it refuses a body, and a broken
            // connection never reaches the end of the body.
            request.addBodyEndHandler(end -> failSafe.attempt(() -> end(request, work, false)));
            request.addEndHandler(end -> failSafe.attempt(
                    () -> end(request, work, !request.response().ended())));
            if (tracker.seesAnswersBegin()) {
                request.addHeadersEndHandler(head -> failSafe.attempt(() -> answerBegins(request, work)));
            }
        }
    }

    private void answerBegins(RoutingContext request, RequestWork work) {
        int status = request.response().getStatusCode();
        RequestEndpoint endpoint = work.endpoint();
        tracker.answerBegins(work.soFar(endpoint.uri(status, false), status));
    }

    private void end(RoutingContext request, RequestWork work, boolean isAborted) {
        if (work.hasEnded()) {
            return;
        }
        int status = request.response().getStatusCode();
        RequestEndpoint endpoint = work.endpoint();
        RequestBreakdown breakdown = work.end(endpoint.uri(status, isAborted), status, isAborted);
        if (breakdown != null) {
            tracker.ended(breakdown);
        }
    }
}
