// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.hook.Guard;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.function.Predicate;

/**
 * A filter of some requests. Each request passes on that the filter does not answer, whatever becomes of it: all of
 * Keycloak's come by, too.
 */
final class SafeFilter implements Handler<RoutingContext> {

    private final Guard guard;
    private final Predicate<RoutingContext> requests;
    private final Handler<RoutingContext> filter;

    /** @param requests chooses the requests to filter */
    SafeFilter(Guard guard, Predicate<RoutingContext> requests, Handler<RoutingContext> filter) {
        this.guard = guard;
        this.requests = requests;
        this.filter = filter;
    }

    @Override
    public void handle(RoutingContext request) {
        guard.run(() -> {
            if (requests.test(request)) {
                filter.handle(request);
            }
        });
        if (!request.response().ended()) {
            request.next();
        }
    }
}
