// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.server.FreePorts;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The health check of the image, run against a real server. */
@OnSharedServer
class HealthCheckIT {

    private static final String HOST = "KC_HTTP_MANAGEMENT_HOST";
    private static final String PORT = "KC_HTTP_MANAGEMENT_PORT";
    private static final String PATH = "KC_HTTP_MANAGEMENT_RELATIVE_PATH";
    private static final String MAIN_PATH = "KC_HTTP_RELATIVE_PATH";

    @Test
    void aReadyServerIsHealthy(SharedServer server) throws IOException, InterruptedException {
        String port = "" + server.keycloak().managementUrl().getPort();

        assertThat(HealthCheck.passes(Map.of(PORT, port))).isTrue();
        assertThat(HealthCheck.passes(Map.of(PORT, port, HOST, "0.0.0.0"))).isTrue();
    }

    /** The server's main port is one that answers, but does not know of health. */
    @Test
    void aPortThatAnswersOtherwise_andOneThatDoesNot_areNot(SharedServer server)
            throws IOException, InterruptedException {
        assertThat(HealthCheck.passes(
                        Map.of(PORT, "" + server.keycloak().baseUrl().getPort())))
                .isFalse();
        assertThat(HealthCheck.passes(Map.of(PORT, "" + FreePorts.next()))).isFalse();
    }

    /** As in Keycloak, the path of the management interface defaults to that of the server. */
    @Test
    void thePathIsThatOfTheEnvironment(SharedServer server) throws IOException, InterruptedException {
        String port = "" + server.keycloak().managementUrl().getPort();

        assertThat(HealthCheck.passes(Map.of(PORT, port, PATH, "/"))).isTrue();
        assertThat(HealthCheck.passes(Map.of(PORT, port, PATH, "/elsewhere"))).isFalse();
        assertThat(HealthCheck.passes(Map.of(PORT, port, MAIN_PATH, "/elsewhere")))
                .isFalse();
        assertThat(HealthCheck.passes(Map.of(PORT, port, MAIN_PATH, "/elsewhere", PATH, "/")))
                .isTrue();
    }
}
