// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.TraceSink;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.Workspace;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A server with traces and without metrics: requests are timed for all other observers. */
class WithoutMetricsIT {

    private static final String TOKEN = "/realms/{realm}/protocol/{protocol}/token";

    @Test
    void withoutMetricsRequestsAreTimedAllTheSame() throws IOException {
        Path record = Workspace.directory("requests").resolve("plain.ndjson");
        try (TraceSink traces = new TraceSink();
                EmbeddedDatabase database = TestDatabase.start();
                KeycloakServer keycloak = KeycloakServer.on(database)
                        .buildOption("metrics-enabled", "false")
                        .buildOption("tracing-enabled", "true")
                        .option("tracing-endpoint", traces.address().toString())
                        .option("tracing-protocol", "http/protobuf")
                        .jvmArgument("-Dquarkus.otel.bsp.schedule.delay=PT0.2S")
                        .buildOption("spi-request-observer--throwing--enabled", "false")
                        .buildOption("spi-request-observer--blocking--enabled", "false")
                        .provider(MeteredServer.examples())
                        .maxHeap("512m")
                        .option("spi-request-observer--recording--file", record.toString())
                        .option("spi-request-observer--slow-request-log--threshold-millis", "0")
                        .start()) {
            AdminHttp admin = AdminHttp.master(keycloak.baseUrl());
            admin.get("/admin/realms/master/users");
            await().until(() -> Files.readAllLines(record).size() >= 2);

            JsonNode token = AdminHttp.parse(Files.readAllLines(record).get(0));
            assertThat(token.get("uri").asText()).isEqualTo(TOKEN);
            assertThat(token.get("realm").asText()).isEqualTo("master");
            assertThat(token.get("hash").asLong()).isPositive();
            assertThat(token.get("sql").asLong()).isPositive();
            await().untilAsserted(() -> assertThat(Files.readAllLines(keycloak.log()))
                    .anyMatch(line ->
                            line.contains("Slow request POST " + TOKEN + " status=200 realm=master client=admin-cli")
                                    && line.contains("traceId=")));
            assertThat(Files.readString(keycloak.log())).doesNotContain("Request observer");
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(traces.spans()).anySatisfy(span -> {
                        assertThat(span.getKind()).isEqualTo(SpanKind.SPAN_KIND_SERVER);
                        assertThat(span.getAttributesList()).anySatisfy(attribute -> {
                            assertThat(attribute.getKey()).isEqualTo("keycloak.client");
                            assertThat(attribute.getValue().getStringValue()).isEqualTo("admin-cli");
                        });
                    }));
        }
    }
}
