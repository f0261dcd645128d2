// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.TraceSink;
import io.keylift.it.server.DedicatedServer;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.HealthCheck;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A server with traces and without metrics, whose management interface has a path of its own. All other observers still
 * receive requests.
 */
@SecondTier
class WithoutMetricsIT {

    private static final String TOKEN = "/realms/{realm}/protocol/{protocol}/token";

    @AutoClose
    private static final TraceSink TRACES = new TraceSink();

    private static final Path RECORD = Workspace.directory("requests").resolve("plain.ndjson");

    @AutoClose
    private static DedicatedServer server;

    @BeforeAll
    static void start() {
        server = DedicatedServer.start(settings -> settings.buildOption("metrics-enabled", "false")
                .buildOption("http-management-relative-path", "/ops")
                .tracing(TRACES.address())
                .jvmArgument("-Dquarkus.otel.bsp.schedule.delay=PT0.2S")
                .buildOption("spi-keylift-request-observer--throwing--enabled", "false")
                .buildOption("spi-keylift-request-observer--blocking--enabled", "false")
                .provider(MeteredServer.examples())
                .maxHeap("512m")
                .option("spi-keylift-request-observer--recording--file", RECORD.toString())
                .option("spi-keylift-request-observer--slow-request-log--threshold-millis", "0"));
    }

    @Test
    void withoutMetricsRequestsAreTimedAllTheSame() throws IOException {
        AdminHttp admin = AdminHttp.master(server.keycloak().baseUrl());
        admin.get("/admin/realms/master/users");
        await().until(() -> Files.readAllLines(RECORD).size() >= 2);

        JsonNode token = AdminHttp.parse(Files.readAllLines(RECORD).get(0));
        assertThat(token.get("uri").asText()).isEqualTo(TOKEN);
        assertThat(token.get("realm").asText()).isEqualTo("master");
        assertThat(token.get("hash").asLong()).isPositive();
        assertThat(token.get("sql").asLong()).isPositive();
        await().untilAsserted(
                        () -> assertThat(Files.readAllLines(server.keycloak().log()))
                                .anyMatch(line -> line.contains("Slow request POST " + TOKEN
                                                + " status=200 realm=master client=admin-cli")
                                        && line.contains("traceId=")));
        assertThat(Files.readString(server.keycloak().log())).doesNotContain("Request observer");
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(TRACES.spans()).anySatisfy(span -> {
                    assertThat(span.getKind()).isEqualTo(SpanKind.SPAN_KIND_SERVER);
                    assertThat(span.getAttributesList()).anySatisfy(attribute -> {
                        assertThat(attribute.getKey()).isEqualTo("kc.clientId");
                        assertThat(attribute.getValue().getStringValue()).isEqualTo("admin-cli");
                    });
                }));
    }

    @Test
    void thePathOfTheManagementInterfaceIsRespected() throws Exception {
        assertThat(status("/ops/request-timings")).isEqualTo(200);
        assertThat(status("/ops/health")).isEqualTo(200);
        assertThat(status("/request-timings")).isEqualTo(404);
    }

    @Test
    void theHealthCheckOfTheImageFollowsThePathOfTheManagementInterface() throws Exception {
        String port = "" + server.keycloak().managementUrl().getPort();

        assertThat(HealthCheck.passes(
                        Map.of("KC_HTTP_MANAGEMENT_PORT", port, "KC_HTTP_MANAGEMENT_RELATIVE_PATH", "/ops")))
                .isTrue();
        assertThat(HealthCheck.passes(Map.of("KC_HTTP_MANAGEMENT_PORT", port))).isFalse();
    }

    private static int status(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        server.keycloak().managementUrl().resolve(path))
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }
}
