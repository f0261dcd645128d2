// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.load;

import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ProcessGuard;
import io.keylift.it.server.ServerSettings;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Two nodes of a cluster behind a real HAProxy with the configuration of the Compose stack. */
final class BalancedNodes implements AutoCloseable {

    private static final Path CONFIGURATION = Workspace.directory()
            .resolve("../../docker/conf/haproxy/haproxy.cfg")
            .normalize();
    private static final Duration READY_LIMIT = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 200;

    private final HttpClient http = HttpClient.newHttpClient();
    private final KeycloakServer staying;
    private final KeycloakServer leaving;
    private final Path directory;
    private final int port = FreePorts.next();
    private final int healthPort = FreePorts.next();
    private Process balancer;

    /**
     * @param directory where HAProxy's configuration and log are
     * @param heap heap of each node
     */
    BalancedNodes(EmbeddedDatabase database, Path directory, String heap) {
        this.directory = directory;
        this.staying = node(database, heap);
        this.leaving = node(database, heap);
    }

    private static KeycloakServer node(EmbeddedDatabase database, String heap) {
        ServerSettings settings = KeycloakServer.on(database)
                .database(LoadServers.DATABASE)
                .maxHeap(heap)
                .option("cache", "ispn")
                .option("cache-embedded-network-bind-address", "127.0.0.1")
                .option("cache-embedded-network-bind-port", Integer.toString(FreePorts.next()));
        HistoryOfLoad.OPTIONS.forEach(settings::option);
        return settings.prepare();
    }

    /** Starts the nodes, one after the other, and then the balancer. */
    void start() throws IOException, InterruptedException {
        staying.start();
        leaving.start();
        Path configuration = directory.resolve("haproxy.cfg");
        Files.writeString(
                configuration,
                Files.readString(CONFIGURATION)
                        .replace("bind :8080", "bind 127.0.0.1:" + port)
                        .replace("bind :8404", "bind 127.0.0.1:" + healthPort)
                        .replace("check port 9000", "check")
                        .replace(" keycloak:8080", server(staying))
                        .replace(" keycloak-2:8080", server(leaving)));
        balancer = new ProcessBuilder("/usr/sbin/haproxy", "-db", "-f", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("haproxy.log").toFile())
                .start();
        ProcessGuard.instance().watch(balancer.pid(), "TERM");
        awaitBalancer();
    }

    private static String server(KeycloakServer node) {
        return " 127.0.0.1:" + node.baseUrl().getPort() + " port "
                + node.managementUrl().getPort();
    }

    private void awaitBalancer() throws InterruptedException {
        long limit = System.nanoTime() + READY_LIMIT.toNanos();
        while (!isReady()) {
            if (System.nanoTime() > limit || !balancer.isAlive()) {
                throw new IllegalStateException("HAProxy is not ready, see " + directory.resolve("haproxy.log"));
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private boolean isReady() throws InterruptedException {
        HttpRequest health = HttpRequest.newBuilder(URI.create("http://localhost:" + healthPort + "/healthz"))
                .build();
        try {
            return http.send(health, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** The address of both nodes. */
    URI baseUrl() {
        return URI.create("http://localhost:" + port);
    }

    /** The node that stays. */
    KeycloakServer staying() {
        return staying;
    }

    /** The node that is removed and added again. */
    KeycloakServer leaving() {
        return leaving;
    }

    @Override
    public void close() {
        if (balancer != null) {
            balancer.destroy();
            ProcessGuard.instance().unwatch(balancer.pid());
        }
        leaving.close();
        staying.close();
    }
}
