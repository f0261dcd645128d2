// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The image, built from our Dockerfile, and imported through. */
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
        String page = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(image.managementUrl().resolve("/metrics"))
                                .build(),
                        BodyHandlers.ofString())
                .body();

        assertThat(page).contains("keylift_import_jobs_active").contains("keycloak_executor_queue");
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
