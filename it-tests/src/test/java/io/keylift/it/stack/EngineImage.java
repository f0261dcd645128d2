// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import dasniko.testcontainers.keycloak.KeycloakContainer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.ImageFromDockerfile;

/** The image as a container engine builds and runs it, beside the PostgreSQL of compose.yaml. */
final class EngineImage implements RunningImage {

    private static final int MANAGEMENT = 9000;

    private final Network network = Network.newNetwork();
    private final GenericContainer<?> postgres;
    private final KeycloakContainer keycloak;

    private EngineImage() throws IOException {
        postgres = new GenericContainer<>(
                        Stack.service("postgres").path("image").asText())
                .withNetwork(network)
                .withNetworkAliases("postgres")
                .withEnv("POSTGRES_DB", "keycloak")
                .withEnv("POSTGRES_USER", "keycloak")
                .withEnv("POSTGRES_PASSWORD", "keycloak")
                .waitingFor(Wait.forLogMessage(".*ready to accept connections.*\\n", 2));
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
                .withExposedPorts(8080, MANAGEMENT)
                .waitingFor(Wait.forHttp("/health/ready").forPort(MANAGEMENT))
                .withStartupTimeout(Duration.ofMinutes(4));
    }

    static EngineImage start() throws IOException {
        EngineImage image = new EngineImage();
        try {
            image.postgres.start();
            image.keycloak.start();
            return image;
        } catch (RuntimeException e) {
            image.close();
            throw e;
        }
    }

    /** Builds the image from the files that .dockerignore lets through. */
    private static String image() throws IOException {
        ImageFromDockerfile image =
                new ImageFromDockerfile("keylift-keycloak-test", true).withFileFromPath("Dockerfile", Dockerfile.PATH);
        for (Path jar : Dockerfile.read().jars()) {
            image.withFileFromPath(jar.toString(), Stack.ROOT.resolve(jar));
        }
        return image.get();
    }

    @Override
    public URI baseUrl() {
        return URI.create("http://" + keycloak.getHost() + ":" + keycloak.getHttpPort());
    }

    @Override
    public URI managementUrl() {
        return URI.create("http://" + keycloak.getHost() + ":" + keycloak.getHttpMgmtPort());
    }

    @Override
    public boolean isHealthy() {
        return keycloak.isHealthy();
    }

    @Override
    public String log() {
        return keycloak.getLogs();
    }

    @Override
    public String run(String... command) throws IOException, InterruptedException {
        return keycloak.execInContainer(command).getStdout();
    }

    @Override
    public void close() {
        keycloak.stop();
        postgres.stop();
        network.close();
    }
}
