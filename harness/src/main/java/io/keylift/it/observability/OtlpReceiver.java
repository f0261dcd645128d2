// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.observability;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;

/** Receives the exports of a server by OTLP over HTTP, as {@code http/protobuf}, on a free port of this machine. */
public final class OtlpReceiver implements AutoCloseable {

    private final HttpServer http;
    private final Consumer<List<ResourceSpans>> spans;

    /** @param spans receives the spans; if it throws, the server gets an error and may send them again */
    public OtlpReceiver(Consumer<List<ResourceSpans>> spans) {
        this.spans = spans;
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.createContext("/v1/traces", this::take);
        http.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            spans.accept(ExportTraceServiceRequest.parseFrom(exchange.getRequestBody())
                    .getResourceSpansList());
            byte[] answer = ExportTraceServiceResponse.getDefaultInstance().toByteArray();
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    /** The value of the server's option {@code tracing-endpoint}. */
    public URI address() {
        return URI.create("http://localhost:" + http.getAddress().getPort());
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
