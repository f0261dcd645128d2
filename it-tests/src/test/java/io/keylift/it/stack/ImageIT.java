// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The image, built from our Dockerfile, and an import through it. */
@SecondTier
// It would be the last one, alone.
@Order(3)
class ImageIT {

    private static RunningImage image;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        image = RunningImage.start();
    }

    @AfterAll
    static void end() {
        if (image != null) {
            image.close();
        }
    }

    @Test
    void anImportInItWorks() throws IOException {
        AdminHttp admin = AdminHttp.master(image.baseUrl());

        JsonNode summary = admin.stream(
                "/admin/realms/master/bulk-import/users",
                "application/x-ndjson",
                out -> out.write("{\"username\":\"in-a-container\"}\n".getBytes(StandardCharsets.UTF_8)),
                line -> {});

        assertThat(summary.path("added").asInt()).isEqualTo(1);
        assertThat(admin.get("/admin/realms/master/users?exact=true&username=in-a-container"))
                .hasSize(1);
    }

    @Test
    void bothExtensionsShowTheirMeters() throws IOException, InterruptedException {
        assertThat(metrics()).contains("keylift_import_jobs_active").contains("keycloak_executor_queue");
    }

    private static String metrics() throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(image.managementUrl().resolve("/metrics"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    /** Without a collector, each batch of spans would be an error in the log. */
    @Test
    void itExportsNoSpansUnlessAskedTo() throws IOException, InterruptedException {
        AdminHttp admin = AdminHttp.master(image.baseUrl());
        for (int i = 0; i < 10; i++) {
            admin.get("/admin/realms/master/users?search=nobody");
        }

        assertThat(image.run("env").lines()).contains("KC_TRACING_SAMPLER_RATIO=0.0");
        assertThat(image.log()).contains("started in").doesNotContainIgnoringCase("failed to export");
    }

    /** Logins by outcome, which Keycloak's own dashboards ask for. */
    @Test
    void itCountsUserEvents() throws IOException, InterruptedException {
        AdminHttp.master(image.baseUrl()).token();

        assertThat(metrics()).contains("keycloak_user_events_total{");
    }

    @Test
    void theEngineFindsItHealthy() {
        await().atMost(Duration.ofMinutes(1)).until(image::isHealthy);
    }

    @Test
    void itRunsAsNobodyWithRights() throws IOException, InterruptedException {
        assertThat(image.run("id", "-u").trim()).isEqualTo("1000");
    }
}
