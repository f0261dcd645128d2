// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.MetricsPage;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import io.keylift.it.server.TestDatabase;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Servers whose management interface is elsewhere, or nowhere. */
class ManagementInterfaceIT {

    private static final Map<String, String> REALM = Map.of("uri", "/admin/realms/{realm}", "method", "GET");

    private static EmbeddedDatabase database;
    private static KeycloakServer withoutTimings;

    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void start() {
        database = TestDatabase.start();
        withoutTimings = settings()
                .buildOption("spi-request-observer--request-timings--enabled", "false")
                .start();
    }

    @AfterAll
    static void stop() {
        if (withoutTimings != null) {
            withoutTimings.close();
        }
        database.close();
    }

    @Test
    void thePathOfTheManagementInterfaceIsRespected() throws Exception {
        try (KeycloakServer keycloak =
                settings().buildOption("http-management-relative-path", "/ops").start()) {
            assertThat(status(keycloak, "/ops/request-timings")).isEqualTo(200);
            assertThat(status(keycloak, "/ops/metrics")).isEqualTo(200);
            assertThat(status(keycloak, "/request-timings")).isEqualTo(404);
        }
    }

    /** Well before the observer of the meters would be told of it without being asked. */
    @Test
    void metersShowARequestThatHasJustEnded() {
        AdminHttp admin = administrator(withoutTimings);
        MetricsPage metrics = new MetricsPage(withoutTimings);
        for (int i = 0; i < 10; i++) {
            double before = answered(metrics);
            admin.get("/admin/realms/master");
            await().pollInterval(Duration.ofMillis(20))
                    .atMost(Duration.ofMillis(700))
                    .until(() -> answered(metrics) > before);
        }
    }

    private static double answered(MetricsPage metrics) {
        return metrics.byTags("keycloak_request_sql_statements_count").getOrDefault(REALM, 0.0);
    }

    @Test
    void whereItIsSwitchedOffThereIsNone() throws Exception {
        AdminHttp admin = administrator(withoutTimings);

        assertThat(status(withoutTimings, "/request-timings")).isEqualTo(404);
        assertThat(admin.send("GET", "/admin/realms/master/request-timings", null)
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void withoutAManagementInterfaceTheAdminApiHasTheTimings() {
        try (KeycloakServer keycloak =
                settings().buildOption("metrics-enabled", "false").start()) {
            AdminHttp admin = administrator(keycloak);
            await().until(() -> !admin.get("/admin/realms/master/request-timings")
                    .get("endpoints")
                    .isEmpty());

            JsonNode timings = admin.get("/admin/realms/master/request-timings");
            assertThat(timings.at("/endpoints/0/uri").asText()).isEqualTo("UNKNOWN");
            assertThat(timings.at("/endpoints/0/count").asInt()).isPositive();
            assertThatThrownBy(() -> status(keycloak, "/request-timings")).isInstanceOf(ConnectException.class);
        }
    }

    private static ServerSettings settings() {
        return KeycloakServer.on(database)
                .buildOption("health-enabled", "false")
                .maxHeap("512m");
    }

    /** A server without health checks may answer before its administrator is there. */
    private static AdminHttp administrator(KeycloakServer keycloak) {
        AdminHttp admin = AdminHttp.master(keycloak.baseUrl());
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> !admin.token().isEmpty());
        return admin;
    }

    private int status(KeycloakServer keycloak, String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(keycloak.managementUrl().resolve(path)).build();
        return http.send(request, BodyHandlers.discarding()).statusCode();
    }
}
