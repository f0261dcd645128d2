// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.imports.support.MetricsPage;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.TunedServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A server whose request timings are disabled. */
@OnTunedServer
class WithoutTimingsIT {

    private static final Map<String, String> REALM =
            Map.of("uri", "/admin/realms/{realm}", "method", "GET", "grant_type", "none");

    /** Well before the observer of the meters would receive the request without a scrape. */
    @Test
    void metersShowARequestThatHasJustEnded(TunedServer server) {
        MetricsPage metrics = new MetricsPage(server.keycloak());
        for (int i = 0; i < 10; i++) {
            double before = answered(metrics);
            server.admin().get("/admin/realms/master");
            await().pollInterval(Duration.ofMillis(20))
                    .atMost(Duration.ofMillis(700))
                    .until(() -> answered(metrics) > before);
        }
    }

    private static double answered(MetricsPage metrics) {
        return metrics.byTags("keycloak_request_sql_statements_count").getOrDefault(REALM, 0.0);
    }

    @Test
    void whereItIsSwitchedOffThereIsNone(TunedServer server) throws Exception {
        HttpRequest timings = HttpRequest.newBuilder(
                        server.keycloak().managementUrl().resolve("/request-timings"))
                .build();

        assertThat(HttpClient.newHttpClient()
                        .send(timings, BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(404);
        assertThat(server.admin()
                        .send("GET", "/admin/realms/master/request-timings", null)
                        .statusCode())
                .isEqualTo(404);
    }
}
