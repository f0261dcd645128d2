// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.observability;

import io.keylift.it.server.Workspace;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import zipkin2.codec.SpanBytesEncoder;

/**
 * A real trace backend that needs nothing but a JDK: a Zipkin, which keeps traces in memory and shows them in a
 * browser.
 */
public final class TraceBackend implements AutoCloseable {

    private static final int MOST_SPANS = 200_000;
    private static final int ACCEPTED = 202;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI address;
    private final ServerProcess process;

    private TraceBackend(URI address, ServerProcess process) {
        this.address = address;
        this.process = process;
    }

    /**
     * Starts one on this port of this machine alone.
     *
     * @throws UncheckedIOException if it does not answer within a minute
     */
    public static TraceBackend start(int port) {
        Path directory = Workspace.directory("zipkin");
        URI address = URI.create("http://localhost:" + port);
        List<String> command = List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx256m",
                "-jar",
                Workspace.fetched("zipkin").resolve("zipkin-server.jar").toString(),
                "--armeria.ports[0].ip=127.0.0.1",
                "--armeria.ports[0].port=" + port,
                "--armeria.ports[0].protocols[0]=http",
                "--zipkin.storage.mem.max-spans=" + MOST_SPANS);
        Path log = directory.resolve("zipkin-" + port + ".log");
        return new TraceBackend(address, ServerProcess.start(command, log, address.resolve("/health")));
    }

    /** Where its API is, below {@code /api/v2}, and its pages, below {@code /zipkin}. */
    public URI address() {
        return address;
    }

    /**
     * Stores spans that were exported by OTLP.
     *
     * @throws UncheckedIOException if it does not take them
     */
    public void store(List<ResourceSpans> exported) {
        HttpRequest request = HttpRequest.newBuilder(address.resolve("/api/v2/spans"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(SpanBytesEncoder.JSON_V2.encodeList(ZipkinSpans.of(exported))))
                .build();
        try {
            int status = http.send(request, BodyHandlers.discarding()).statusCode();
            if (status != ACCEPTED) {
                throw new IOException("The trace backend answers " + status);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for the trace backend", e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
