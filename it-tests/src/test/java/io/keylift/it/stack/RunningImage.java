// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Assumptions;
import org.testcontainers.DockerClientFactory;

/** A container of the image that docker/Dockerfile describes, on a new database, ready to serve. */
interface RunningImage extends AutoCloseable {

    /** User name and password of its administrator in realm {@code master}. */
    String ADMIN = "admin";

    /** Builds and starts it with a container engine or else with Buildah; without either, the test is skipped. */
    static RunningImage start() throws IOException, InterruptedException {
        if (DockerClientFactory.instance().isDockerAvailable()) {
            return EngineImage.start();
        }
        Assumptions.assumeTrue(
                BuildahImage.isPossible(),
                "This test needs a container engine, or buildah as root that may mount (on Debian: apt-get install"
                        + " buildah)");
        return BuildahImage.start();
    }

    /** Base URL of Keycloak. */
    URI baseUrl();

    /** URL of health and metrics. */
    URI managementUrl();

    /** The verdict of the image's health check. */
    boolean isHealthy() throws IOException, InterruptedException;

    /** The server's output. */
    String log() throws IOException;

    /** Runs a command in the container, as the image's user, and returns what it prints. */
    String run(String... command) throws IOException, InterruptedException;

    @Override
    void close();
}
