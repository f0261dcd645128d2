// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.SecondTier;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL and Keycloak end with the JVM that started them, however it ends. */
@SecondTier
class OrphanIT {

    /** Otherwise the test finds the servers that make the template. */
    @BeforeAll
    static void makeTemplate() {
        TestDatabase.start().close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "KILL"})
    void noServerOutlivesItsParent(String signal) throws IOException, InterruptedException {
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

    private static Process startParent() throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(CtrlC.heed());
        command.addAll(List.of(
                java,
                "-cp",
                System.getProperty("java.class.path"),
                "-Dkeylift.workspace=" + Workspace.directory(),
                "-Dkeylift.server.jvm=" + String.join(" ", Workspace.serverJvmArguments()),
                Parent.class.getName()));
        return new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
    }

    private static Optional<ProcessHandle> javaChild(Process parent) {
        return parent.descendants()
                .filter(child -> child.info().command().orElse("").endsWith("/java"))
                .findFirst();
    }

    /** A JVM that has servers: one that is up and one that is just starting. */
    static final class Parent {

        public static void main(String[] args) {
            EmbeddedDatabase database = TestDatabase.start();
            System.out.println(database.pid());
            TestServer.on(database).start();
        }
    }
}
