// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.SecondTier;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.TraceSink;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.TestServer;
import io.keylift.it.server.Workspace;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A server with the javaagent of OpenTelemetry in its JVM, alone and together with the server's own tracing. */
@SecondTier
class JavaagentIT {

    private static final String TOKEN = "/realms/{realm}/protocol/{protocol}/token";
    private static final String WARNING = "so does the OpenTelemetry javaagent";

    /** Enough for the agent's span to end now before the request does, now after it. */
    private static final int REQUESTS = 20;

    @Test
    void aloneItsServerSpansSayWhereTheTimeWent() throws IOException {
        try (TraceSink traces = new TraceSink();
                EmbeddedDatabase database = TestDatabase.start();
                KeycloakServer keycloak =
                        settings(TestServer.on(database), traces, "agent-alone").start()) {
            requestTokens(keycloak);

            List<Map<String, AnyValue>> spans =
                    await().atMost(Duration.ofSeconds(30)).until(() -> serverSpans(traces), JavaagentIT::areAllThere);
            assertThat(spans)
                    .isNotEmpty()
                    .allSatisfy(attributes -> assertThat(attributes).containsKey("keycloak.request.endpoint"));
            assertThat(spans).isNotEmpty().allSatisfy(attributes -> {
                assertThat(attributes.get("keycloak.request.endpoint").getStringValue())
                        .isEqualTo(TOKEN);
                assertThat(attributes.get("kc.realmName").getStringValue()).isEqualTo("master");
                assertThat(attributes.get("kc.clientId").getStringValue()).isEqualTo("admin-cli");
                assertThat(attributes.get("keycloak.request.sql.statements").getIntValue())
                        .isPositive();
                assertThat(attributes.get("keycloak.request.phase.hash").getDoubleValue())
                        .isPositive();
                assertThat(attributes.get("keycloak.request.phase.commit").getDoubleValue())
                        .isPositive();
            });
            assertThat(Files.readString(keycloak.log())).doesNotContain(WARNING);
        }
    }

    @Test
    void besideTheServersOwnTracingItIsWarnedOfOnce() throws IOException {
        try (TraceSink traces = new TraceSink();
                EmbeddedDatabase database = TestDatabase.start();
                KeycloakServer keycloak = tracing(database, traces, "agent-and-tracing")
                        // Its other changes have no part in the warning, and take it half a minute.
                        .environment("OTEL_INSTRUMENTATION_COMMON_DEFAULT_ENABLED", "false")
                        .environment("OTEL_INSTRUMENTATION_OPENTELEMETRY_API_ENABLED", "true")
                        .start()) {
            requestTokens(keycloak);

            assertThat(Files.readAllLines(keycloak.log()))
                    .filteredOn(line -> line.contains(WARNING))
                    .singleElement()
                    .asString()
                    .contains("WARN", "Remove -javaagent:...", "tracing-enabled=false");
        }
    }

    @Test
    void whereItIsSwitchedOffTheServersOwnTracingIsAlone() throws IOException {
        try (TraceSink traces = new TraceSink();
                EmbeddedDatabase database = TestDatabase.start();
                KeycloakServer keycloak = tracing(database, traces, "agent-off")
                        .environment("OTEL_JAVAAGENT_ENABLED", "false")
                        .start()) {
            requestTokens(keycloak);

            assertThat(await().atMost(Duration.ofSeconds(30))
                            .until(() -> serverSpans(traces), JavaagentIT::areAllThere))
                    .isNotEmpty()
                    .allSatisfy(attributes -> assertThat(attributes).containsKey("keycloak.request.phase.hash"));
            assertThat(Files.readString(keycloak.log())).doesNotContain(WARNING);
        }
    }

    /** The server's own tracing beside the javaagent. */
    private static ServerSettings tracing(EmbeddedDatabase database, TraceSink traces, String name) throws IOException {
        return settings(KeycloakServer.on(database), traces, name)
                .buildOption("tracing-sampler-type", "always_on")
                .tracing(traces.address());
    }

    private static ServerSettings settings(ServerSettings server, TraceSink traces, String name) throws IOException {
        Path log = Workspace.directory("keycloak-logs").resolve(name + ".log");
        Files.deleteIfExists(log);
        return server.maxHeap("512m")
                .log(log)
                .javaagent()
                // The agent changes classes: they have to be checked.
                .jvmArgument("-XX:+BytecodeVerificationRemote")
                .environment("OTEL_EXPORTER_OTLP_ENDPOINT", traces.address().toString())
                .environment("OTEL_METRICS_EXPORTER", "none")
                .environment("OTEL_LOGS_EXPORTER", "none")
                .environment("OTEL_BSP_SCHEDULE_DELAY", "200");
    }

    private static void requestTokens(KeycloakServer keycloak) {
        for (int i = 0; i < REQUESTS; i++) {
            assertThat(AdminHttp.master(keycloak.baseUrl()).token()).isNotBlank();
        }
    }

    private static boolean areAllThere(List<Map<String, AnyValue>> spans) {
        return spans.size() >= REQUESTS;
    }

    /** Attributes of the server spans of token requests. */
    private static List<Map<String, AnyValue>> serverSpans(TraceSink traces) {
        return traces.spans().stream()
                .filter(span -> span.getKind() == SpanKind.SPAN_KIND_SERVER)
                .filter(span -> span.getName().equals("POST " + TOKEN))
                .map(JavaagentIT::attributes)
                .toList();
    }

    private static Map<String, AnyValue> attributes(Span span) {
        Map<String, AnyValue> attributes = new HashMap<>();
        for (KeyValue attribute : span.getAttributesList()) {
            attributes.put(attribute.getKey(), attribute.getValue());
        }
        return attributes;
    }
}
