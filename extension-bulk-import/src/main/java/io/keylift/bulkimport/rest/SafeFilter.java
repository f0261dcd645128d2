// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jboss.logging.Logger;

/**
 * A filter of some requests. Each request passes on that the filter does not answer, whatever becomes of it: all of
 * Keycloak's come by, too. The first failure is logged.
 */
final class SafeFilter implements Handler<RoutingContext> {

    private static final Logger LOG = Logger.getLogger(SafeFilter.class);

    private final Predicate<RoutingContext> requests;
    private final Handler<RoutingContext> filter;
    private final AtomicBoolean hasFailed = new AtomicBoolean();

    /** @param requests chooses the requests to filter */
    SafeFilter(Predicate<RoutingContext> requests, Handler<RoutingContext> filter) {
        this.requests = requests;
        this.filter = filter;
    }

    @Override
    public void handle(RoutingContext request) {
        try {
            if (requests.test(request)) {
                filter.handle(request);
            }
        } catch (Throwable e) {
            if (hasFailed.compareAndSet(false, true)) {
                LOG.warn("A filter of requests failed (further failures are not logged)", e);
            }
        }
        if (!request.response().ended()) {
            request.next();
        }
    }
}
