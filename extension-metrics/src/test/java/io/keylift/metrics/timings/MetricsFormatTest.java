// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The choice in a real server of Vert.x, whose handler answers with the {@code Accept} header. */
class MetricsFormatTest {

    private static final String OPEN_METRICS = "application/openmetrics-text";

    private final Vertx vertx = Vertx.vertx();
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        Router routes = Router.router(vertx);
        routes.get("/metrics").handler(request -> {
            MetricsFormat.choose(request);
            request.end(String.valueOf(request.request().getHeader("Accept")));
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

    /** The headers of Prometheus 2.55 and 3. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/openmetrics-text;version=1.0.0;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,"
                        + "text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited;q=0.6,"
                        + "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,"
                        + "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,"
                        + "text/plain;version=0.0.4;q=0.2,*/*;q=0.1",
                "text/plain;q=0.5,application/openmetrics-text;q=0.5"
            })
    void whoPrefersOpenMetricsGetsIt(String accept) throws Exception {
        assertThat(seen(accept)).isEqualTo(OPEN_METRICS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "text/plain;version=0.0.4,application/openmetrics-text;q=0.5",
                "text/html,application/xhtml+xml,*/*;q=0.8",
                "text/plain;q=0.1,application/openmetrics-text;q=0",
                "*/*",
                "no header at all; q=x"
            })
    void forOthersTheHandlerChooses(String accept) throws Exception {
        assertThat(seen(accept)).isEqualTo(accept);
    }

    @Test
    void withoutAHeaderTheHandlerChooses() throws Exception {
        assertThat(send(request())).isEqualTo("null");
    }

    /** Prometheus 2.42 would reject the exemplars of the page. */
    @Test
    void withoutAWeightTheHandlerChooses() throws Exception {
        String accept = "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
                + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1";

        assertThat(seen(accept)).isEqualTo(accept);
    }

    private String seen(String accept) throws IOException, InterruptedException {
        return send(request().header("Accept", accept));
    }

    private HttpRequest.Builder request() {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.actualPort() + "/metrics"));
    }

    private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(request.build(), BodyHandlers.ofString())
                .body();
    }
}
