// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The health check of the Dockerfile, run on this machine instead of in a container. */
public final class HealthCheck {

    private HealthCheck() {}

    /**
     * Runs it.
     *
     * @param environment variables that the container has
     * @return whether it finds the server healthy
     */
    public static boolean passes(Map<String, String> environment) throws IOException, InterruptedException {
        List<String> command =
                Dockerfile.command(Dockerfile.read().lastStage("HEALTHCHECK").get(0));
        return InstalledProgram.run(Path.of("."), environment, command).exitCode() == 0;
    }
}
