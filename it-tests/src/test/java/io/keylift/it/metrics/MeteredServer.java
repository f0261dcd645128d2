// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.MetricsPage;
import io.keylift.it.imports.support.RealmTemplates;
import io.keylift.it.imports.support.TraceSink;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * One Keycloak, with a PostgreSQL of its own and a pool of only two connections. It exports traces and has three
 * observers from another JAR: one records each request, one always throws, and one never returns.
 */
final class MeteredServer implements AutoCloseable {

    static final int POOL_SIZE = 2;

    /** Threshold of slow requests in the server's log, in milliseconds. */
    static final int SLOW_MILLIS = 1500;

    /** Realms whose requests are timed apart, that of administrators included. */
    static final int TIMED_REALMS = 5;

    /** Accumulator of a request. */
    static final String REQUEST = "io.keylift.metrics.request.RequestWork";

    private static final String OBSERVER = "spi-keylift-request-observer--";

    /** An endpoint that nothing else is asked for. */
    private static final String MARKER = "/realms/{realm}";

    private final HttpClient http = HttpClient.newHttpClient();
    private final TraceSink traces = new TraceSink();
    private final EmbeddedDatabase database = TestDatabase.start(settings -> built(settings, traces));
    private final GrowingFile requests;
    private final Path jsonLog;
    private final Path gcLog;
    private final KeycloakServer keycloak;
    private final AdminHttp admin;

    MeteredServer() {
        Path record = Workspace.directory("requests").resolve("metered.ndjson");
        requests = new GrowingFile(record);
        String log = "metered-" + FreePorts.next();
        jsonLog = Workspace.directory("requests").resolve(log + ".log");
        gcLog = Workspace.directory("requests").resolve(log + "-gc.log");
        try {
            keycloak = built(KeycloakServer.on(database), traces)
                    .maxHeap("512m")
                    .poolMaxSize(POOL_SIZE)
                    .option("log", "console,file")
                    .option("log-file", jsonLog.toString())
                    .option("log-file-output", "json")
                    .option("spi-scheduled--interval", "86400")
                    .option("spi-events-listener--keylift-metrics--statement-comments", "route-and-trace")
                    .option("spi-events-listener--keylift-metrics--statement-rows", "true")
                    .option("spi-events-listener--keylift-metrics--authentication-steps", "true")
                    .option(OBSERVER + "recording--file", record.toString())
                    .option(OBSERVER + "slow-request-log--threshold-millis", "" + SLOW_MILLIS)
                    .option(OBSERVER + "opentelemetry--pool-wait-event-millis", "1")
                    .option(OBSERVER + "request-timings--window-minutes", "60")
                    .option(OBSERVER + "timings-history--warm-up-minutes", SharedServer.WARM_UP_MINUTES)
                    // Statements of this task would be counted beside those of requests.
                    .option("spi-user-sessions--infinispan--session-expiration-period", "86400")
                    .option(OBSERVER + "request-timings--max-realms", "" + TIMED_REALMS)
                    .option(OBSERVER + "micrometer--realm-tag", "true")
                    .option(OBSERVER + "micrometer--client-tag", "true")
                    .option(OBSERVER + "micrometer--max-realms", "3")
                    .jvmArgument("-Dquarkus.otel.bsp.schedule.delay=PT0.2S")
                    // Requests that wait for a connection must still wait when they are looked at.
                    .jvmArgument("-Dquarkus.datasource.jdbc.acquisition-timeout=15")
                    .jvmArgument("-Xlog:gc:file=" + gcLog)
                    // As slow as in production: the time of hashing is measured.
                    .jvmArgument("-Dkc.spi-password-hashing--argon2--memory=7168")
                    .jvmArgument("-Dkc.spi-password-hashing--argon2--iterations=5")
                    .start();
        } catch (RuntimeException e) {
            database.close();
            traces.close();
            throw e;
        }
        admin = AdminHttp.master(keycloak.baseUrl());
        RealmTemplates.use(admin, database);
    }

    /** The settings that servers of one build share. */
    static ServerSettings built(ServerSettings settings, TraceSink traces) {
        return settings.tracing(traces.address())
                .buildOption("tracing-sampler-type", "parentbased_always_on")
                .buildOption("event-metrics-user-enabled", "true")
                .provider(examples());
    }

    /** Observers from another JAR. */
    static Path examples() {
        return Workspace.directory("example").resolve("example-observers.jar");
    }

    KeycloakServer keycloak() {
        return keycloak;
    }

    /** How many objects of a class are in the server's memory. */
    long instances(String type) {
        try {
            String text = Jcmd.run(keycloak, "GC.class_histogram");
            assertThat(text).contains("io.keylift.metrics.request.RequestTracker");
            return text.lines()
                    .filter(line -> line.contains(" " + type + " "))
                    .mapToLong(line -> Long.parseLong(line.trim().split("\\s+")[1]))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    EmbeddedDatabase database() {
        return database;
    }

    TraceSink traces() {
        return traces;
    }

    AdminHttp admin() {
        return admin;
    }

    /** The requests in flight, as the management interface shows them. */
    JsonNode inFlight() {
        HttpRequest request = HttpRequest.newBuilder(keycloak.managementUrl().resolve("/request-timings/in-flight"))
                .build();
        try {
            HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            return AdminHttp.parse(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while asking for the requests in flight", e);
        }
    }

    MetricsPage metrics() {
        return new MetricsPage(keycloak);
    }

    /** All requests that have ended so far, oldest first. */
    List<JsonNode> requests() {
        return requests.lines().stream().map(AdminHttp::parse).toList();
    }

    /** The sum of all samples of this name. */
    double total(String name) {
        return metrics().byTags(name).values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    /** The requests of this endpoint that have ended so far. */
    List<JsonNode> requests(String method, String uri) {
        return requests.lines().stream()
                // Tests make so many of other endpoints that to parse them all takes long.
                .filter(line -> line.contains("\"" + uri + "\""))
                .map(AdminHttp::parse)
                .filter(request -> request.get("uri").asText().equals(uri))
                .filter(request -> request.get("method").asText().equals(method))
                .toList();
    }

    /** Whether there is this text in what is known of any request. */
    boolean isOfAnyRequest(String text) {
        return requests.lines().stream().anyMatch(line -> line.contains(text));
    }

    /** The records of the log that it writes as JSON, beside the log as text. */
    List<JsonNode> jsonLog() {
        try (Stream<String> lines = Files.lines(jsonLog)) {
            // The last one may not be complete.
            return lines.filter(line -> line.endsWith("}"))
                    .map(AdminHttp::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file of the garbage collector's log. */
    Path gcLog() {
        return gcLog;
    }

    List<String> log() {
        try {
            return Files.readAllLines(keycloak.log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The figures of a request come a moment after its answer. Returns when those of all that have been answered are
     * there.
     */
    void settle() {
        int before = requests("GET", MARKER).size();
        try {
            HttpRequest marker = HttpRequest.newBuilder(keycloak.baseUrl().resolve("/realms/master"))
                    .build();
            http.send(marker, BodyHandlers.discarding());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for a request", e);
        }
        await().until(() -> requests("GET", MARKER).size() > before);
    }

    @Override
    public void close() {
        keycloak.close();
        database.close();
        traces.close();
    }
}
