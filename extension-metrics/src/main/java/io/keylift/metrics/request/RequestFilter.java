// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

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

    /** Key under which Quarkus stores the path template of the endpoint, if it was built with metrics or traces. */
    private static final String TEMPLATE = "UrlPathTemplate";

    private final RequestTracker tracker;

    @Inject
    RequestFilter(RequestTracker tracker) {
        this.tracker = tracker;
    }

    void register(@Observes Filters filters) {
        filters.register(this::time, FIRST);
    }

    private void time(RoutingContext request) {
        Context context = Vertx.currentContext();
        // A shared context would mix up requests. A context that already has a request is one that is routed again.
        if (!tracker.isOff() && VertxContext.isDuplicatedContext(context) && tracker.request() == null) {
            RequestWork work = tracker.begin(context, request.request().path());
            if (tracker.seesAnswersBegin()) {
                request.addHeadersEndHandler(head -> answerBegins(request, context, work));
            }
            // Both handlers are needed: the server replaces the end handler when it refuses a body, and a broken
            // connection never reaches the end of the body.
            request.addBodyEndHandler(end -> end(request, context, work, false));
            request.addEndHandler(
                    end -> end(request, context, work, !request.response().ended()));
        }
        request.next();
    }

    private void answerBegins(RoutingContext request, Context context, RequestWork work) {
        int status = request.response().getStatusCode();
        tracker.answerBegins(work.soFar(
                uri(request, context, status, false),
                EndpointNaming.method(request.request().method().name()),
                status));
    }

    private String uri(RoutingContext request, Context context, int status, boolean isAborted) {
        String template = context.getLocal(TEMPLATE) instanceof String known ? known : null;
        String path = request.request().path();
        String uri = EndpointNaming.uri(template, path, status, isAborted);
        return uri.equals(template) ? tracker.named(template, path) : uri;
    }

    private void end(RoutingContext request, Context context, RequestWork work, boolean isAborted) {
        if (work.hasEnded()) {
            return;
        }
        int status = request.response().getStatusCode();
        RequestBreakdown breakdown = work.end(
                uri(request, context, status, isAborted),
                EndpointNaming.method(request.request().method().name()),
                status,
                isAborted);
        if (breakdown != null) {
            tracker.ended(breakdown);
        }
    }
}
