// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.cluster.ClusterEvents;
import io.keylift.metrics.history.HistoryReader;
import io.keylift.metrics.history.TimingsHistory;
import io.keylift.metrics.history.TimingsHistoryFactory;
import io.keylift.metrics.recent.RecentWork;
import io.keylift.metrics.request.OwnThread;
import io.keylift.metrics.request.RequestTracker;
import io.keylift.metrics.timings.ReportText.Changes;
import io.quarkus.arc.Arc;
import io.quarkus.arc.Unremovable;
import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.representations.idm.ErrorRepresentation;
import org.keycloak.util.JsonSerialization;

/**
 * Serves the timings and the requests in flight of all realms, and the events of the cluster, on the management
 * interface, if that is enabled. It has a thread of its own, because requests can occupy all others.
 */
@Singleton
@Unremovable
public class ManagementRoute {

    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;

    private static final int QUEUE = 32;
    private static final int QUEUE_OF_HISTORY = 4;

    private final OwnThread thread = new OwnThread("keylift-request-timings", QUEUE);

    /** Waits for the database, for which all else must not wait. */
    private final OwnThread historyThread = new OwnThread("keylift-timings-history-reads", QUEUE_OF_HISTORY);

    private final FailSafe failSafe = new FailSafe("request timings on the management interface");
    private final RequestTracker tracker;
    private final ClusterEvents cluster;
    private volatile HistoryAccess historyAccess;
    private volatile RecentWork work;
    private volatile KeycloakSessionFactory sessionFactory;

    @Inject
    ManagementRoute(RequestTracker tracker, ClusterEvents cluster) {
        this.tracker = tracker;
        this.cluster = cluster;
    }

    /** The route of this server, or empty outside a server, as in a command that exports realms. */
    static Optional<ManagementRoute> instance() {
        return Optional.ofNullable(Arc.container())
                .map(container -> container.instance(ManagementRoute.class).get());
    }

    void register(@Observes ManagementInterface management) {
        failSafe.attempt(() -> {
            route(management, "", ManagementRoute::isOfHistory, this::timings);
            route(management, "/in-flight", request -> false, this::inFlight);
            route(management, "/statements", request -> false, this::statements);
            route(management, "/time-line", request -> true, this::timeLine);
            route(management, "/report", request -> true, this::report);
            route(management, "/events", request -> false, this::events);
        });
    }

    private static boolean isOfHistory(RoutingContext request) {
        return request.queryParams().contains(ComparisonQuery.COMPARE)
                || request.queryParams().contains(TimingsQuery.NODES);
    }

    /**
     * @param readsHistory whether the answer to a request needs the history
     * @param body makes the body from the figures and the request
     */
    private void route(
            ManagementInterface management,
            String name,
            Predicate<RoutingContext> readsHistory,
            BiFunction<RecentWork, RoutingContext, Object> body) {
        management
                .router()
                .route(ManagementPath.of(TimingsSettings.ID + name))
                .method(HttpMethod.GET)
                .method(HttpMethod.HEAD)
                .handler(request -> answer(request, readsHistory.test(request) ? historyThread : thread, body));
    }

    private Object timings(RecentWork recent, RoutingContext request) {
        MultiMap given = request.queryParams();
        if (given.contains(ComparisonQuery.COMPARE)) {
            return history(ComparisonQuery.of(given.names(), given::get)::answer);
        }
        TimingsQuery.requireKnown(given.names(), false);
        TimingsQuery query = TimingsQuery.of(given::get);
        return query.ofAllNodes() ? history(query::answer) : TimingsRepresentation.of(recent, null, query);
    }

    private Object timeLine(RecentWork recent, RoutingContext request) {
        return history(TimeLineQuery.of(request.queryParams().names(), request.queryParams()::get)::answer);
    }

    private Object report(RecentWork recent, RoutingContext request) {
        QueryParameters.requireKnown(request.queryParams().names(), List.of());
        Optional<TimingsHistory> history = TimingsHistoryFactory.history(sessionFactory);
        return ReportText.of(recent, history, tracker, Changes.of(historyAccess, history, TimingsHistory::reader));
    }

    private Object history(Function<HistoryReader, Object> question) {
        return historyAccess.read(TimingsHistoryFactory.history(sessionFactory), TimingsHistory::reader, question);
    }

    private Object statements(RecentWork recent, RoutingContext request) {
        return StatementsRepresentation.of(
                recent, StatementsQuery.of(request.queryParams().names(), request.queryParams()::get));
    }

    private Object events(RecentWork recent, RoutingContext request) {
        return ClusterEventsRepresentation.of(
                cluster, ClusterEventsQuery.of(request.queryParams().names(), request.queryParams()::get));
    }

    private Object inFlight(RecentWork recent, RoutingContext request) {
        InFlightQuery query = InFlightQuery.of(request.queryParams().names(), request.queryParams()::get);
        return InFlightRepresentation.of(null, tracker.inFlight(), query.max(), RequestRepresentation::of);
    }

    /**
     * Starts to serve.
     *
     * @param recent the requests of the last minutes
     * @param factory where the history is
     * @param access how it is read
     */
    void serve(RecentWork recent, KeycloakSessionFactory factory, HistoryAccess access) {
        sessionFactory = factory;
        historyAccess = access;
        work = recent;
    }

    /** Serves nothing from now on. */
    void stop() {
        work = null;
    }

    @PreDestroy
    void close() {
        thread.close();
        historyThread.close();
    }

    private void answer(
            RoutingContext request, OwnThread onThread, BiFunction<RecentWork, RoutingContext, Object> body) {
        if (UnstorableAddress.contains(request)) {
            end(request, BAD_REQUEST, error(UnstorableAddress.MESSAGE));
            return;
        }
        try {
            onThread.execute(() -> represent(request, body));
        } catch (RejectedExecutionException e) {
            end(request, UNAVAILABLE, error("Too many requests for the request timings; try again later"));
        }
    }

    private void represent(RoutingContext request, BiFunction<RecentWork, RoutingContext, Object> body) {
        RecentWork recent = work;
        if (recent == null) {
            end(
                    request,
                    NOT_FOUND,
                    error("Request timings are not available: the server is starting, or they are disabled"));
            return;
        }
        try {
            end(request, OK, body.apply(recent, request));
        } catch (BadQueryException e) {
            end(request, BAD_REQUEST, error(e.getMessage()));
        } catch (RefusedException e) {
            end(request, e.status(), error(e.getMessage()));
        } catch (Throwable e) {
            request.fail(e);
        }
    }

    private static ErrorRepresentation error(String message) {
        ErrorRepresentation error = new ErrorRepresentation();
        error.setErrorMessage(message);
        return error;
    }

    private static void end(RoutingContext request, int status, Object body) {
        try {
            boolean isText = body instanceof String;
            Buffer content =
                    isText ? Buffer.buffer((String) body) : Buffer.buffer(JsonSerialization.writeValueAsBytes(body));
            HttpServerResponse response = request.response()
                    .setStatusCode(status)
                    .putHeader(HttpHeaders.CONTENT_TYPE, isText ? "text/markdown;charset=UTF-8" : "application/json")
                    .putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
            if (status == RefusedException.TOO_MANY_REQUESTS) {
                response.putHeader(HttpHeaders.RETRY_AFTER, String.valueOf(RefusedException.RETRY_SECONDS));
            }
            if (request.request().method().equals(HttpMethod.HEAD)) {
                response.putHeader(HttpHeaders.CONTENT_LENGTH, String.valueOf(content.length()))
                        .end();
            } else {
                response.end(content);
            }
        } catch (IOException e) {
            request.fail(e);
        }
    }
}
