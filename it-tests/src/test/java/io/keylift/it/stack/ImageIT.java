// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dasniko.testcontainers.keycloak.KeycloakContainer;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.junit.jupiter.Testcontainers;

/** The image, built by an engine from our Dockerfile, and imported through. Without an engine these tests are skipped and say so. */
@Testcontainers(disabledWithoutDocker = true)
class ImageIT {

    private static final String ADMIN = "admin";
    private static final int MANAGEMENT = 9000;

    private static Network network;
    private static GenericContainer<?> postgres;
    private static KeycloakContainer keycloak;

    @BeforeAll
    static void start() throws IOException {
        network = Network.newNetwork();
        postgres = new GenericContainer<>(
                        Stack.service("postgres").path("image").asText())
                .withNetwork(network)
                .withNetworkAliases("postgres")
                .withEnv("POSTGRES_DB", "keycloak")
                .withEnv("POSTGRES_USER", "keycloak")
                .withEnv("POSTGRES_PASSWORD", "keycloak")
                .waitingFor(Wait.forLogMessage(".*ready to accept connections.*\\n", 2));
        postgres.start();
        keycloak = new KeycloakContainer(image())
                .withNetwork(network)
                .withProductionMode()
                .withOptimizedFlag()
                .withAdminUsername(ADMIN)
                .withAdminPassword(ADMIN)
                .withEnv("KC_HTTP_ENABLED", "true")
                .withEnv("KC_HOSTNAME_STRICT", "false")
                .withEnv("KC_DB_URL_HOST", "postgres")
                .withEnv("KC_DB_URL_DATABASE", "keycloak")
                .withEnv("KC_DB_USERNAME", "keycloak")
                .withEnv("KC_DB_PASSWORD", "keycloak")
                .withEnv("KC_TRACING_SAMPLER_RATIO", "0.0")
                .withExposedPorts(8080, MANAGEMENT)
                .waitingFor(Wait.forHttp("/health/ready").forPort(MANAGEMENT))
                .withStartupTimeout(Duration.ofMinutes(4));
        keycloak.start();
    }

    /** With what .dockerignore lets through, and nothing else. */
    private static String image() throws IOException {
        ImageFromDockerfile image =
                new ImageFromDockerfile("keylift-keycloak-test", true).withFileFromPath("Dockerfile", Dockerfile.PATH);
        for (Path jar : Dockerfile.read().jars()) {
            image.withFileFromPath(
                    jar.toString(), Stack.DIRECTORY.resolve("..").resolve(jar).normalize());
        }
        return image.get();
    }

    @AfterAll
    static void end() {
        if (keycloak != null) {
            keycloak.stop();
        }
        if (postgres != null) {
            postgres.stop();
        }
        if (network != null) {
            network.close();
        }
    }

    @Test
    void anImportInItWorks() throws IOException {
        AdminHttp admin = AdminHttp.master(URI.create("http://" + keycloak.getHost() + ":" + keycloak.getHttpPort()));

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
        URI metrics = URI.create("http://" + keycloak.getHost() + ":" + keycloak.getHttpMgmtPort() + "/metrics");
        String page = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString())
                .body();

        assertThat(page).contains("keylift_import_jobs_active").contains("keycloak_executor_queue");
    }

    @Test
    void theEngineFindsItHealthy() {
        await().atMost(Duration.ofMinutes(1)).until(keycloak::isHealthy);
    }

    @Test
    void itRunsAsNobodyWithRights() throws IOException, InterruptedException {
        assertThat(keycloak.execInContainer("id", "-u").getStdout().trim()).isEqualTo("1000");
    }
}
