// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.SharedServer;
import io.keylift.it.SharedServerExtension;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever ends the JVM that started them, neither PostgreSQL nor Keycloak stays behind. */
@ExtendWith(SharedServerExtension.class)
class OrphanIT {

    private static final int SIGINT = 2;

    @BeforeAll
    static void buildKeycloakOnce(SharedServer server) {
        assertThat(server.keycloak().isAlive()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "KILL"})
    void noServerOutlivesItsParent(String signal) throws IOException, InterruptedException {
        assumeThat(signal.equals("INT") && ignoresInterrupts())
                .as("This JVM was started with SIGINT ignored, as a script does in the background; so are its children")
                .isFalse();
        Process parent = startParent();
        try (BufferedReader output = parent.inputReader(StandardCharsets.UTF_8)) {
            ProcessHandle postgres =
                    ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
            ProcessHandle keycloak = await().atMost(Duration.ofSeconds(60))
                    .until(() -> javaChild(parent), Optional::isPresent)
                    .orElseThrow();

            new ProcessBuilder("kill", "-s", signal, Long.toString(parent.pid()))
                    .start()
                    .waitFor();

            await().atMost(Duration.ofSeconds(40))
                    .untilAsserted(() -> assertThat(List.of(postgres, keycloak)).noneMatch(ProcessHandle::isAlive));
        } finally {
            parent.destroyForcibly();
        }
    }

    private static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        String ignored = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .findFirst()
                .orElseThrow();
        return (Long.parseUnsignedLong(ignored.substring("SigIgn:".length()).trim(), 16) & 1 << SIGINT - 1) != 0;
    }

    private static Process startParent() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Dkeylift.workspace=" + Workspace.directory(),
                        Parent.class.getName())
                .redirectError(Redirect.DISCARD)
                .start();
    }

    private static Optional<ProcessHandle> javaChild(Process parent) {
        return parent.descendants()
                .filter(child -> child.info().command().orElse("").endsWith("/java"))
                .findFirst();
    }

    /** A JVM that has servers: one that is up and one that is just starting. */
    static final class Parent {

        public static void main(String[] args) {
            EmbeddedDatabase database = EmbeddedDatabase.startForTest();
            System.out.println(database.pid());
            KeycloakServer.on(database).start();
        }
    }
}
