// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The filter in a real server of Vert.x. A route reroutes requests: Keycloak itself has no such route. */
class RequestFilterTest {

    private final BlockingQueue<RequestBreakdown> ended = new LinkedBlockingQueue<>();
    private final RequestTracker tracker = new RequestTracker();
    private final Vertx vertx = Vertx.vertx();
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        TestObservers.start(tracker, TestObservers.immediate(ended::add));
        Filters filters = new Filters();
        new RequestFilter(tracker).register(filters);
        Router routes = Router.router(vertx);
        filters.getFilters().forEach(filter -> routes.route().handler(filter.getHandler()));
        routes.get("/elsewhere").handler(request -> request.reroute("/here"));
        routes.get("/here").handler(request -> request.end("here"));
        routes.get("/realms/*").handler(request -> request.end("" + tracker.isAtProtocolEndpoint()));
        routes.get("/last")
                .handler(request -> request.response().setStatusCode(404).end());
        server = vertx.createHttpServer()
                .requestHandler(routes)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get();
    }

    @AfterEach
    void stop() throws Exception {
        tracker.stop();
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    @Test
    void aRequestThatIsSentThroughTheRoutesAgainIsOne() throws Exception {
        assertThat(get("/elsewhere")).isEqualTo("here");
        get("/last");

        assertThat(nextStatus()).isEqualTo(200);
        assertThat(nextStatus()).isEqualTo(404);
        assertThat(tracker.load().queued()).isZero();
    }

    @Test
    void whereUsersSignInIsKnownWhileTheRequestIsServed() throws Exception {
        assertThat(get("/realms/acme/protocol/openid-connect/token")).isEqualTo("true");
        assertThat(get("/realms/acme/account")).isEqualTo("false");
        assertThat(tracker.isAtProtocolEndpoint()).isFalse();
    }

    private int nextStatus() throws InterruptedException {
        RequestBreakdown next = ended.poll(1, TimeUnit.MINUTES);
        assertThat(next).isNotNull();
        return next.status();
    }

    private String get(String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.actualPort()).resolve(path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }
}
