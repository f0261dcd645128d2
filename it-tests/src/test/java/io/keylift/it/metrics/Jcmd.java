// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The JDK's commands for a running JVM. */
final class Jcmd {

    private Jcmd() {}

    /** Runs a command in the JVM of this server, and returns what it prints. */
    static String run(KeycloakServer keycloak, String... command) throws IOException {
        List<String> all = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/jcmd", "" + keycloak.pid()));
        all.addAll(List.of(command));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.onExit().join().exitValue()).as(answer).isZero();
        return answer;
    }
}
