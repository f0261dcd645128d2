// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.observability;

import io.keylift.it.server.ProcessGuard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server beside Keycloak: a process that answers HTTP and does not outlive this JVM. */
final class ServerProcess implements AutoCloseable {

    private static final Duration READY_LIMIT = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int STOP_SECONDS = 30;
    private static final int OK = 200;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final Process process;

    private ServerProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts it.
     *
     * @param ready answers 200 as soon as it serves
     * @throws UncheckedIOException if that is not so within a minute
     */
    static ServerProcess start(List<String> command, Path log, URI ready) {
        try {
            ServerProcess server = new ServerProcess(new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start());
            ProcessGuard.instance().remember(server);
            ProcessGuard.instance().watch(server.process.pid(), "TERM");
            server.awaitReady(ready);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(command.get(0) + " did not start, see " + log, e);
        }
    }

    private void awaitReady(URI ready) throws IOException {
        long limit = System.nanoTime() + READY_LIMIT.toNanos();
        try {
            while (!answers(ready)) {
                if (!process.isAlive() || System.nanoTime() > limit) {
                    close();
                    throw new IOException(ready + " does not answer");
                }
                process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while waiting for " + ready, e);
        }
    }

    private boolean answers(URI address) throws InterruptedException {
        try {
            return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding())
                            .statusCode()
                    == OK;
        } catch (IOException e) {
            return false;
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
