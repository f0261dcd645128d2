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

/** Begins and ends each request of the server's main port. */
@Singleton
public class RequestFilter {

    /** Before everything else, so that nothing is missed. */
    private static final int FIRST = 2000;

    /** Where Quarkus notes the template of the endpoint, if it was built with metrics or traces. */
    private static final String TEMPLATE = "UrlPathTemplate";

    private final RequestTracker timings;

    @Inject
    RequestFilter(RequestTracker timings) {
        this.timings = timings;
    }

    void register(@Observes Filters filters) {
        filters.register(this::time, FIRST);
    }

    private void time(RoutingContext request) {
        Context context = Vertx.currentContext();
        // A context that is not the request's own would mix requests up; one that has a request already is sent through
        // the routes again.
        if (!timings.isOff() && VertxContext.isDuplicatedContext(context) && timings.request() == null) {
            RequestWork work = timings.begin(context, request.request().path());
            if (timings.seesAnswersBegin()) {
                request.addHeadersEndHandler(head -> answerBegins(request, context, work));
            }
            // Either may be all there is: the server takes the other for itself when it refuses a body, and a
            // connection that breaks has no end of a body.
            request.addBodyEndHandler(end -> end(request, context, work, false));
            request.addEndHandler(
                    end -> end(request, context, work, !request.response().ended()));
        }
        request.next();
    }

    private void answerBegins(RoutingContext request, Context context, RequestWork work) {
        int status = request.response().getStatusCode();
        timings.answerBegins(work.soFar(
                uri(request, context, status, false),
                Endpoint.method(request.request().method().name()),
                status));
    }

    private String uri(RoutingContext request, Context context, int status, boolean isAborted) {
        String template = context.getLocal(TEMPLATE) instanceof String known ? known : null;
        String path = request.request().path();
        String uri = Endpoint.uri(template, path, status, isAborted);
        return uri.equals(template) ? timings.named(template, path) : uri;
    }

    private void end(RoutingContext request, Context context, RequestWork work, boolean isAborted) {
        if (work.hasEnded()) {
            return;
        }
        int status = request.response().getStatusCode();
        RequestBreakdown breakdown = work.end(
                uri(request, context, status, isAborted),
                Endpoint.method(request.request().method().name()),
                status,
                isAborted);
        if (breakdown != null) {
            timings.ended(breakdown);
        }
    }
}
