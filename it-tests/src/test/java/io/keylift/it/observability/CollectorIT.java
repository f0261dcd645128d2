// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram;
import io.keylift.it.stack.InstalledProgram.Result;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The OpenTelemetry Collector with the configuration that we ship. */
@SecondTier
// Minutes: at the end, others would not last as long.
@Order(3)
@Tag("soak-collector")
class CollectorIT {

    private static final Path CONFIGURATION = CollectorBuild.CONFIGURATION;
    private static final URI METRICS = URI.create("http://127.0.0.1:8888/metrics");
    private static final URI TRACES = URI.create("http://127.0.0.1:4318/v1/traces");

    /** Has question marks, but no secrets. */
    private static final String STATEMENT = "select u.id from user_entity u where u.realm_id=? and u.id in (?,?)";

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static Path directory;
    private static Path collector;

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        directory = Workspace.directory("collector");
        collector = CollectorBuild.build();
    }

    @Test
    void itAcceptsOurConfiguration_andNoOther() throws IOException, InterruptedException {
        Path broken = Files.writeString(
                directory.resolve("broken.yaml"),
                Files.readString(CONFIGURATION).replace("check_interval", "check_intervall"));

        assertThat(validate(CONFIGURATION).exitCode()).isZero();
        assertThat(validate(broken).exitCode()).isNotZero();
    }

    private static Result validate(Path configuration) throws IOException, InterruptedException {
        return InstalledProgram.run(
                directory, Map.of(), List.of(collector.toString(), "validate", "--config=" + configuration));
    }

    /** A test receiver replaces Jaeger and Tempo. */
    @Test
    void nothingThatSignsAUserInIsSentToTheBackends() throws IOException, InterruptedException {
        Queue<ResourceSpans> arrived = new ConcurrentLinkedQueue<>();
        try (OtlpReceiver backend = new OtlpReceiver(arrived::addAll)) {
            Path here = configuredFor(backend, 100);
            List<String> command = List.of(collector.toString(), "--config=" + here);
            try (ServerProcess server = ServerProcess.start(command, directory.resolve("redact.log"), METRICS)) {
                assertThat(server).isNotNull();
                assertThat(send(oneSpan())).isEqualTo(200);

                await().until(() -> arrived.size() == 2);
            }
        }
        assertThat(arrived)
                .flatExtracting(ResourceSpans::getScopeSpansList)
                .flatExtracting(ScopeSpans::getSpansList)
                .hasSize(2)
                .allSatisfy(span -> assertThat(span.getAttributesList())
                        .extracting(
                                KeyValue::getKey,
                                attribute -> attribute.getValue().getStringValue())
                        .containsExactlyInAnyOrder(
                                tuple("url.path", "/realms/master/login-actions/action-token"),
                                tuple("url.query", "****"),
                                tuple("url.full", "https://graph.example/me****"),
                                tuple("db.query.text", STATEMENT)));
    }

    /**
     * All traces with an error, a slow span or a wait are kept, masked, and of 200 others about the configured share. A
     * request of half a minute has sent some of its spans long before it ends.
     */
    @Test
    void whatExplainsSomethingIsKept_andAShareOfTheRest() throws IOException, InterruptedException {
        List<Span> first = new ArrayList<>(SampledSpans.interesting());
        for (int i = 0; i < SampledSpans.ORDINARY; i++) {
            first.add(SampledSpans.ordinary(i));
        }
        try (TraceBackend zipkin = TraceBackend.start(FreePorts.next());
                OtlpReceiver backend = new OtlpReceiver(zipkin::store)) {
            List<String> command = List.of(collector.toString(), "--config=" + configuredFor(backend, 10));
            try (ServerProcess server = ServerProcess.start(command, directory.resolve("tail.log"), METRICS)) {
                assertThat(server).isNotNull();
                assertThat(send(request(SampledSpans.partOfALongOne()))).isEqualTo(200);
                assertThat(send(request(first.toArray(Span[]::new)))).isEqualTo(200);
                await().atMost(Duration.ofSeconds(30)).until(() -> decided() == first.size());
                assertThat(send(request(SampledSpans.endOfTheLongOne()))).isEqualTo(200);
                await().atMost(Duration.ofSeconds(30)).until(() -> decided() == first.size() + 1);
            }
            // All kept traces were sent before the end.
            List<JsonNode> kept = new StoredTraces(zipkin.address()).all("sort");
            assertThat(kept)
                    .extracting(span -> span.at("/tags/sort").asText())
                    .filteredOn(sort -> !sort.equals("ordinary"))
                    .containsExactlyInAnyOrder("error", "slow", "queue", "pool", "lock", "statements", "long", "long");
            assertThat(kept)
                    .filteredOn(span -> span.at("/tags/sort").asText().equals("ordinary"))
                    .hasSizeBetween(5, 40);
            assertThat(kept)
                    .isNotEmpty()
                    .allSatisfy(span ->
                            assertThat(span.at("/tags/url.query").asText()).isEqualTo("****"));
        }
    }

    /** Number of traces for which the collector has decided whether to keep them. */
    private static int decided() throws IOException, InterruptedException {
        return Pattern.compile("(?m)^otelcol_processor_tail_sampling_global_count_traces_sampled\\S*\\{.*} (\\d+)$")
                .matcher(metrics())
                .results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .sum();
    }

    private static String metrics() throws IOException, InterruptedException {
        return HTTP.send(HttpRequest.newBuilder(METRICS).build(), BodyHandlers.ofString())
                .body();
    }

    /**
     * Our configuration with this backend in place of both. It decides after one second instead of five.
     *
     * @param rest percent of ordinary traces that are kept
     */
    private static Path configuredFor(OtlpReceiver backend, int rest) throws IOException {
        return Files.writeString(
                directory.resolve("here.yaml"),
                Files.readString(CONFIGURATION)
                        .replace("otlp_grpc/", "otlp_http/")
                        .replaceAll("endpoint: (jaeger|tempo):4317", "endpoint: " + backend.address())
                        .replaceAll("    tls:\n +insecure: true", "    compression: none")
                        .replace("root_received: 5s", "root_received: 1s")
                        .replace("PERCENT:-10}", "PERCENT:-" + rest + "}"));
    }

    /** Neither Jaeger nor Tempo runs. */
    @Test
    void spansThatComeInAreMeantForBothBackends() throws IOException, InterruptedException {
        Path log = directory.resolve("collector.log");
        List<String> command = List.of(collector.toString(), "--config=" + CONFIGURATION);
        try (ServerProcess server = ServerProcess.start(command, log, METRICS)) {
            assertThat(send(oneSpan())).isEqualTo(200);

            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(metrics())
                            .containsPattern("otelcol_receiver_accepted_spans\\S*\\{.*transport=\"http\".*} 1")
                            .contains("exporter=\"otlp_grpc/jaeger\"", "exporter=\"otlp_grpc/tempo\""));
            assertThat(server).isNotNull();
        }
        assertThat(Files.readString(log)).doesNotContain("deprecated");
    }

    private static int send(ExportTraceServiceRequest spans) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(TRACES)
                .header("Content-Type", "application/x-protobuf")
                .POST(BodyPublishers.ofByteArray(spans.toByteArray()))
                .build();
        return HTTP.send(request, BodyHandlers.discarding()).statusCode();
    }

    private static ExportTraceServiceRequest oneSpan() {
        return request(SampledSpans.span(1, Duration.ofMillis(1))
                .setStatus(Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_ERROR))
                .addAttributes(attribute("url.path", "/realms/master/login-actions/action-token"))
                .addAttributes(attribute("url.query", "key=secret"))
                .addAttributes(attribute("url.full", "https://graph.example/me?access_token=secret"))
                .addAttributes(attribute("db.query.text", STATEMENT))
                .build());
    }

    private static ExportTraceServiceRequest request(Span... spans) {
        return ExportTraceServiceRequest.newBuilder()
                .addResourceSpans(ResourceSpans.newBuilder()
                        .addScopeSpans(ScopeSpans.newBuilder().addAllSpans(List.of(spans))))
                .build();
    }

    private static KeyValue attribute(String key, String value) {
        return SampledSpans.attribute(key, AnyValue.newBuilder().setStringValue(value));
    }
}
