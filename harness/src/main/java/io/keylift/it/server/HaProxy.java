// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A HAProxy with the configuration of the Compose stack, in front of two servers of this machine. */
public final class HaProxy implements AutoCloseable {

    /** The configuration of the stack. */
    public static final Path CONFIGURATION = Workspace.directory()
            .resolve("../../docker/conf/haproxy/haproxy.cfg")
            .normalize();

    private static final Duration READY_LIMIT = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 50;
    private static final long STOP_SECONDS = 30;

    /**
     * A server behind it.
     *
     * @param port where requests go
     * @param healthPort where {@code /health/ready} is
     */
    public record Backend(int port, int healthPort) {

        /** This server, which need not run yet. */
        public static Backend of(KeycloakServer server) {
            return new Backend(
                    server.baseUrl().getPort(), server.managementUrl().getPort());
        }

        private String address() {
            return " 127.0.0.1:" + port + " port " + healthPort;
        }
    }

    private final HttpClient http = HttpClient.newHttpClient();
    private final int port = FreePorts.next();
    private final int healthPort = FreePorts.next();
    private final Path configuration;
    private final Path log;
    private Process process;

    private HaProxy(Path directory, Backend first, Backend second) throws IOException {
        configuration = Files.writeString(
                directory.resolve("haproxy.cfg"),
                Files.readString(CONFIGURATION)
                        .replace("bind :8080", "bind 127.0.0.1:" + port)
                        .replace("bind :8404", "bind 127.0.0.1:" + healthPort)
                        .replace("check port 9000", "check")
                        .replace(" keycloak:8080", first.address())
                        .replace(" keycloak-2:8080", second.address()));
        log = directory.resolve("haproxy.log");
        launch();
    }

    private void launch() throws IOException {
        process = new ProcessBuilder(program(), "-db", "-f", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log.toFile()))
                .start();
        ProcessGuard.instance().watch(process.pid(), "TERM");
    }

    /**
     * Starts HAProxy and waits until it calls a server healthy. It does so before its first check.
     *
     * @param directory for its configuration and its log
     * @throws IllegalStateException if it is not ready in time
     */
    public static HaProxy start(Path directory, Backend first, Backend second)
            throws IOException, InterruptedException {
        HaProxy started = new HaProxy(directory, first, second);
        try {
            started.awaitReady();
            return started;
        } catch (IllegalStateException | InterruptedException e) {
            started.close();
            throw e;
        }
    }

    /** Ends it, with all connections, and starts it again on the same ports. */
    public void restart() throws IOException, InterruptedException {
        close();
        launch();
        awaitReady();
    }

    /** Where to start it from: Debian has it outside of everybody's path. */
    public static String program() {
        Path daemon = Path.of("/usr/sbin/haproxy");
        return Files.isExecutable(daemon) ? daemon.toString() : "haproxy";
    }

    private void awaitReady() throws InterruptedException {
        long limit = System.nanoTime() + READY_LIMIT.toNanos();
        while (!isReady()) {
            if (System.nanoTime() > limit || !process.isAlive()) {
                throw new IllegalStateException("HAProxy is not ready, see " + log);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private boolean isReady() throws InterruptedException {
        try {
            return health() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** The status of its own health: 200, or 503 if no server is healthy. */
    public int health() throws IOException, InterruptedException {
        URI address = URI.create("http://localhost:" + healthPort + "/healthz");
        return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding())
                .statusCode();
    }

    /** The address of both servers. */
    public URI baseUrl() {
        return URI.create("http://localhost:" + port);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
            ProcessGuard.instance().unwatch(process.pid());
        }
    }
}
