// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import io.keylift.it.server.FileTree;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram;
import io.keylift.it.stack.InstalledProgram.Result;
import io.keylift.it.stack.Stack;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The OpenTelemetry Collector with the configuration that we ship. The Collector's own builder compiles it from the
 * components in the configuration, in the version of compose.yaml. Go takes minutes to compile them.
 */
@Tag("soak-collector")
@Tag("soak-only")
class CollectorIT {

    private static final Path CONFIGURATION = Stack.CONF.resolve("otel/collector.yaml");
    private static final String MODULE = "go.opentelemetry.io/collector/";
    private static final String CONTRIB = "github.com/open-telemetry/opentelemetry-collector-contrib/";
    private static final List<String> SORTS = List.of("receiver", "processor", "exporter");

    /** Of what the configuration names, these are in the other repository. */
    private static final Set<String> IN_CONTRIB = Set.of("processor/redactionprocessor");

    /** Speaks a protocol that a test takes in. */
    private static final String TO_TEST = MODULE + "exporter/otlphttpexporter";

    /** The configuration comes from a file and from variables of the environment. */
    private static final List<String> PROVIDERS =
            List.of(MODULE + "confmap/provider/fileprovider", MODULE + "confmap/provider/envprovider");

    private static final URI METRICS = URI.create("http://127.0.0.1:8888/metrics");
    private static final URI TRACES = URI.create("http://127.0.0.1:4318/v1/traces");

    /** Has question marks, but no secrets. */
    private static final String STATEMENT = "select u.id from user_entity u where u.realm_id=? and u.id in (?,?)";

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static Path directory;
    private static Path collector;

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        InstalledProgram.require("go", "golang-go");
        directory = Workspace.directory("collector");
        collector = directory.resolve("built/collector");
        String version = Stack.service("otel-collector").path("image").asText().replaceFirst(".*:", "v");
        Path source = collector.getParent();
        FileTree.delete(source);
        List<String> components = components();
        Path manifest = Files.writeString(directory.resolve("builder.yaml"), manifest(source, components, version));
        go(
                directory,
                "run",
                MODULE + "cmd/builder@" + version,
                "--config=" + manifest,
                "--skip-get-modules",
                "--skip-compilation");
        // The builder's own list of modules leads to some that only the tests of others need.
        Files.deleteIfExists(source.resolve("go.mod"));
        go(source, "mod", "init", "collector");
        get(source, Stream.concat(Stream.of(MODULE + "otelcol"), components.stream()), version);
        // What is stable has a version of its own in each release.
        String stable = go(source, "list", "-m", "-f", "{{.Version}}", MODULE + "confmap")
                .strip();
        get(source, PROVIDERS.stream(), stable);
        go(source, "get", ".");
        go(source, "build", "-o", collector.toString(), ".");
    }

    private static void get(Path source, Stream<String> modules, String version)
            throws IOException, InterruptedException {
        go(
                source,
                Stream.concat(Stream.of("get"), modules.map(module -> module + "@" + version))
                        .toArray(String[]::new));
    }

    /** Runs Go and returns what it prints. */
    private static String go(Path directory, String... arguments) throws IOException, InterruptedException {
        Result result = InstalledProgram.run(
                directory,
                Map.of(),
                Stream.concat(Stream.of("go"), Stream.of(arguments)).toList());
        assertThat(result.exitCode()).as(result.output()).isZero();
        return result.output();
    }

    /** Each is a Go module, named after its type and its sort, except {@code otlp_grpc} with an older name. */
    private static List<String> components() {
        JsonNode configuration = Stack.yaml(CONFIGURATION);
        Stream<String> named = SORTS.stream()
                .flatMap(sort -> Stack.texts(configuration.path(sort + "s")).stream()
                        .map(name -> name.replaceFirst("/.*", "")
                                .replace("otlp_grpc", "otlp")
                                .replace("_", ""))
                        .map(type -> sort + "/" + type + sort))
                .distinct()
                .map(component -> (IN_CONTRIB.contains(component) ? CONTRIB : MODULE) + component);
        return Stream.concat(named, Stream.of(TO_TEST)).toList();
    }

    private static String manifest(Path source, List<String> components, String version) {
        StringBuilder manifest = new StringBuilder("dist:\n  name: collector\n  output_path: " + source + "\n");
        for (String sort : SORTS) {
            manifest.append(sort).append("s:\n");
            components.stream()
                    .filter(component -> component.contains("/" + sort + "/"))
                    .forEach(component -> manifest.append("  - gomod: " + component + " " + version + "\n"));
        }
        manifest.append("providers:\n");
        PROVIDERS.forEach(provider -> manifest.append("  - gomod: " + provider + " " + version + "\n"));
        return manifest.toString();
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

    /** Where Jaeger and Tempo would be, a test takes in what is sent to them. */
    @Test
    void nothingThatSignsAUserInIsSentToTheBackends() throws IOException, InterruptedException {
        Queue<ResourceSpans> arrived = new ConcurrentLinkedQueue<>();
        try (OtlpReceiver backend = new OtlpReceiver(arrived::addAll)) {
            Path here = Files.writeString(
                    directory.resolve("redact.yaml"),
                    Files.readString(CONFIGURATION)
                            .replace("otlp_grpc/", "otlp_http/")
                            .replaceAll("endpoint: (jaeger|tempo):4317", "endpoint: " + backend.address())
                            .replaceAll("    tls:\n +insecure: true", "    compression: none"));
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

    /** Neither Jaeger nor Tempo runs. */
    @Test
    void spansThatComeInAreMeantForBothBackends() throws IOException, InterruptedException {
        Path log = directory.resolve("collector.log");
        List<String> command = List.of(collector.toString(), "--config=" + CONFIGURATION);
        try (ServerProcess server = ServerProcess.start(command, log, METRICS)) {
            assertThat(send(oneSpan())).isEqualTo(200);

            await().untilAsserted(() -> assertThat(
                            HTTP.send(HttpRequest.newBuilder(METRICS).build(), BodyHandlers.ofString())
                                    .body())
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
        Span span = Span.newBuilder()
                .setTraceId(ByteString.copyFrom(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}))
                .setSpanId(ByteString.copyFrom(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}))
                .setName("one")
                .addAttributes(attribute("url.path", "/realms/master/login-actions/action-token"))
                .addAttributes(attribute("url.query", "key=secret"))
                .addAttributes(attribute("url.full", "https://graph.example/me?access_token=secret"))
                .addAttributes(attribute("db.query.text", STATEMENT))
                .setStartTimeUnixNano(1)
                .setEndTimeUnixNano(2)
                .build();
        ScopeSpans spans = ScopeSpans.newBuilder().addSpans(span).build();
        return ExportTraceServiceRequest.newBuilder()
                .addResourceSpans(ResourceSpans.newBuilder().addScopeSpans(spans))
                .build();
    }

    private static KeyValue attribute(String key, String value) {
        return KeyValue.newBuilder()
                .setKey(key)
                .setValue(AnyValue.newBuilder().setStringValue(value))
                .build();
    }
}
