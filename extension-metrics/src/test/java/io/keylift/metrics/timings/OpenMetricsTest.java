// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.metrics.FailSafe;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In a real server of Vert.x, with a handler that answers as the server's own does. */
class OpenMetricsTest {

    private static final String PAGE = """
            # TYPE hash_seconds summary
            hash_seconds_count{algorithm="argon2"} 1.0 # {span_id="22",trace_id="1f"} 1.0 1795556238.685
            hash_seconds_sum{algorithm="argon2"} 0.001
            wait_seconds_bucket{uri="/{realm}",le="0.05"} 3.0 # {span_id="22",trace_id="1f"} 0.01 1795556238.683
            wait_seconds_count 3.0 # {span_id="22",trace_id="1f"} 1.0 1795556238.685
            events_total{client="a # {b"} 1.0 # {span_id="22",trace_id="1f"} 1.0 1795556238.745
            events_max{client="a # {b=\\"1\\",c=\\"2"} 1.0
            events_max{client="a # {b"} 1.0
            events_max{client="a\rb"} 1.0
            # EOF
            """;

    private static final String CONFORMING = """
            # TYPE hash_seconds summary
            hash_seconds_count{algorithm="argon2"} 1.0
            hash_seconds_sum{algorithm="argon2"} 0.001
            wait_seconds_bucket{uri="/{realm}",le="0.05"} 3.0 # {span_id="22",trace_id="1f"} 0.01 1795556238.683
            wait_seconds_count 3.0
            events_total{client="a # {b"} 1.0 # {span_id="22",trace_id="1f"} 1.0 1795556238.745
            events_max{client="a # {b=\\"1\\",c=\\"2"} 1.0
            events_max{client="a # {b"} 1.0
            events_max{client="a\rb"} 1.0
            # EOF
            """;

    private final Vertx vertx = Vertx.vertx();
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        Router routes = Router.router(vertx);
        routes.get("/:type/:format").handler(request -> {
            String type = request.pathParam("type") + "/" + request.pathParam("format");
            OpenMetrics.conforming(request, new FailSafe("exemplars"))
                    .response()
                    .putHeader("Content-Type", type + "; version=1.0.0; charset=utf-8")
                    .setStatusCode(200);
            OpenMetrics.conforming(request, new FailSafe("exemplars"))
                    .response()
                    .end(Buffer.buffer(PAGE));
        });
        server = vertx.createHttpServer()
                .requestHandler(routes)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get();
    }

    @AfterEach
    void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    /** Prometheus before 2.43 refuses any other. */
    @Test
    void onlyCountersAndBucketsKeepTheirExemplars() throws Exception {
        assertThat(get("/application/openmetrics-text")).isEqualTo(CONFORMING);
    }

    @Test
    void anyOtherPageIsLeftAsItIs() throws Exception {
        assertThat(get("/text/plain")).isEqualTo(PAGE);
    }

    private String get(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + server.actualPort()).resolve(path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }
}
