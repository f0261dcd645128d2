// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.server.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The health check of the image, run against a real server. */
@OnSharedServer
class HealthCheckIT {

    @Test
    void aReadyServerIsHealthy(SharedServer server) throws IOException, InterruptedException {
        assertThat(check(server.keycloak().managementUrl().getPort())).isZero();
    }

    /** The server's main port is one that answers, but does not know of health. */
    @Test
    void aPortThatAnswersOtherwise_andOneThatDoesNot_areNot(SharedServer server)
            throws IOException, InterruptedException {
        assertThat(check(server.keycloak().baseUrl().getPort())).isNotZero();
        assertThat(check(FreePorts.next())).isNotZero();
    }

    private static int check(int port) throws IOException, InterruptedException {
        List<String> command =
                Dockerfile.command(Dockerfile.read().lastStage("HEALTHCHECK").get(0));
        assertThat(command).hasSize(3).last().asString().endsWith("/localhost/9000");
        List<String> here = command.stream()
                .map(argument -> argument.replace("/localhost/9000", "/localhost/" + port))
                .toList();
        return InstalledProgram.run(Path.of("."), Map.of(), here).exitCode();
    }
}
