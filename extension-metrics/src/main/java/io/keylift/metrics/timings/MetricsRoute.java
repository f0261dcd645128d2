// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.OwnThread;
import io.keylift.metrics.request.RequestTracker;
import io.quarkus.arc.Unremovable;
import io.quarkus.micrometer.runtime.export.handlers.PrometheusHandler;
import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;

/**
 * Answers {@code /metrics} with the server's own handler, on a thread of its own, and with exemplars if the scraper
 * accepts them. The server itself would use a worker thread: while requests occupy all of them, no scrape would get
 * through.
 */
@Singleton
@Unremovable
public class MetricsRoute {

    private static final String METRICS = "metrics";

    /** Before the server's own route, which has an order of 0 or more. */
    private static final int FIRST = -1;

    private static final int QUEUE = 32;

    private final RequestTracker tracker;
    private final FailSafe failSafe = new FailSafe("metrics while all threads are busy");
    private final OwnThread thread = new OwnThread("keylift-metrics", QUEUE);

    @Inject
    MetricsRoute(RequestTracker tracker) {
        this.tracker = tracker;
    }

    void register(@Observes ManagementInterface management) {
        failSafe.attempt(() -> {
            if (ManagementPath.option("metrics-enabled").equals(Optional.of("true"))) {
                Handler<RoutingContext> metrics = new PrometheusHandler(false, Optional.empty());
                management
                        .router()
                        .get(ManagementPath.of(METRICS))
                        .order(FIRST)
                        .handler(request -> answer(request, metrics));
            }
        });
    }

    private void answer(RoutingContext request, Handler<RoutingContext> metrics) {
        try {
            thread.execute(() -> handle(request, metrics));
        } catch (RejectedExecutionException e) {
            request.next();
        }
    }

    private void handle(RoutingContext request, Handler<RoutingContext> metrics) {
        try {
            failSafe.attempt(tracker::catchUp);
            failSafe.attempt(tracker::reportProgress);
            failSafe.attempt(() -> MetricsFormat.choose(request));
            metrics.handle(request);
        } catch (Throwable e) {
            // From the server's own handler. Without this the scraper would get no answer: the thread is ours.
            request.fail(e);
        }
    }

    @PreDestroy
    void close() {
        thread.close();
    }
}
