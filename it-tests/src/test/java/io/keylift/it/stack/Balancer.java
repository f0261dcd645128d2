// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.server.FreePorts;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram.Result;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A real HAProxy with our configuration, in front of test servers instead of those of compose.yaml. */
final class Balancer implements AutoCloseable {

    private static final Path CONFIGURATION = Stack.CONF.resolve("haproxy/haproxy.cfg");

    private final HttpClient http = HttpClient.newHttpClient();
    private final int port = FreePorts.next();
    private final int healthPort = FreePorts.next();
    private final Process process;

    /**
     * @param first the first node
     * @param second the second one
     * @param management the port of the health of both
     */
    Balancer(URI first, URI second, int management) throws IOException {
        InstalledProgram.require("haproxy", "haproxy");
        Path directory = Workspace.directory("stack");
        Path here = directory.resolve("haproxy.cfg");
        Files.writeString(
                here,
                Files.readString(CONFIGURATION)
                        .replace("bind :8080", "bind 127.0.0.1:" + port)
                        .replace("bind :8404", "bind 127.0.0.1:" + healthPort)
                        .replace(" keycloak:8080", " 127.0.0.1:" + first.getPort())
                        .replace(" keycloak-2:8080", " 127.0.0.1:" + second.getPort())
                        .replace("check port 9000", "check port " + management));
        process = new ProcessBuilder(InstalledProgram.path("haproxy"), "-db", "-f", here.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("haproxy.log").toFile())
                .start();
        await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> health() == 200);
    }

    /** Has HAProxy read the configuration as it is. */
    static Result check() throws IOException, InterruptedException {
        InstalledProgram.require("haproxy", "haproxy");
        return InstalledProgram.run(
                Stack.CONF, Map.of(), List.of(InstalledProgram.path("haproxy"), "-c", "-f", CONFIGURATION.toString()));
    }

    URI baseUrl() {
        return URI.create("http://localhost:" + port);
    }

    /** What its health check asks for. */
    int health() throws IOException, InterruptedException {
        URI address = URI.create("http://localhost:" + healthPort + "/healthz");
        return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding())
                .statusCode();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("HAProxy ends").isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
