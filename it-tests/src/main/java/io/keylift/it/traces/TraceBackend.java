// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.traces;

import io.keylift.it.server.ProcessGuard;
import io.keylift.it.server.Workspace;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import zipkin2.codec.SpanBytesEncoder;

/** A real trace backend that needs nothing but a JDK: a Zipkin, which keeps traces in memory and shows them in a browser. */
public final class TraceBackend implements AutoCloseable {

    private static final Duration READY_LIMIT = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int STOP_SECONDS = 30;
    private static final int MOST_SPANS = 200_000;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final URI address;
    private final Process process;

    private TraceBackend(URI address, Process process) {
        this.address = address;
        this.process = process;
    }

    /**
     * Starts one on this port.
     *
     * @throws UncheckedIOException if it does not answer within a minute
     */
    public static TraceBackend start(int port) {
        Path directory = Workspace.directory("zipkin");
        Path log = directory.resolve("zipkin-" + port + ".log");
        try {
            Process process = new ProcessBuilder(
                            System.getProperty("java.home") + "/bin/java",
                            "-Xmx256m",
                            "-jar",
                            directory.resolve("zipkin-server.jar").toString(),
                            "--armeria.ports[0].ip=127.0.0.1",
                            "--armeria.ports[0].port=" + port,
                            "--armeria.ports[0].protocols[0]=http",
                            "--zipkin.storage.mem.max-spans=" + MOST_SPANS)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            TraceBackend backend = new TraceBackend(URI.create("http://localhost:" + port), process);
            ProcessGuard.instance().remember(backend);
            ProcessGuard.instance().watch(process.pid(), "TERM");
            backend.awaitReady(log);
            return backend;
        } catch (IOException e) {
            throw new UncheckedIOException("The trace backend did not start, see " + log, e);
        }
    }

    private void awaitReady(Path log) throws IOException {
        long limit = System.nanoTime() + READY_LIMIT.toNanos();
        while (!isReady()) {
            if (!process.isAlive() || System.nanoTime() > limit) {
                close();
                throw new IOException("The trace backend did not start, see " + log);
            }
            pause();
        }
    }

    private boolean isReady() {
        try {
            return send(HttpRequest.newBuilder(address.resolve("/health"))).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private void pause() {
        try {
            process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for the trace backend", e);
        }
    }

    /** Where people look at traces; its API is below {@code /api/v2}. */
    public URI address() {
        return address;
    }

    /** Stores spans that were exported by OTLP. */
    public void store(List<ResourceSpans> exported) {
        byte[] body = SpanBytesEncoder.JSON_V2.encodeList(ZipkinSpans.of(exported));
        try {
            int status = send(HttpRequest.newBuilder(address.resolve("/api/v2/spans"))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofByteArray(body)))
                    .statusCode();
            if (status / 100 != 2) {
                throw new IOException("The trace backend answers " + status);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpResponse<Void> send(HttpRequest.Builder request) throws IOException {
        try {
            return http.send(request.build(), BodyHandlers.discarding());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for the trace backend", e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        ProcessGuard.instance().unwatch(process.pid());
        ProcessGuard.instance().forget(this);
    }
}
