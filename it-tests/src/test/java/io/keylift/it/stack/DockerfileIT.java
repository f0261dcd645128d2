// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Checks the Dockerfile with a linter and with rules of its own. Without Node.js, the linter's tests are skipped and
 * say so.
 */
class DockerfileIT {

    /** Reads a Dockerfile as Docker's own language server does. */
    private static final String LINTER = "dockerfile-utils@0.16.3";

    @Test
    void aLinterAcceptsIt() throws IOException, InterruptedException {
        assertThat(lint(Dockerfile.PATH)).isEmpty();
    }

    /** Without this, a linter that looks at nothing would do. */
    @Test
    void theLinterFindsWhatIsWrong() throws IOException, InterruptedException {
        Path broken = Workspace.directory("stack").resolve("Dockerfile");
        Files.writeString(broken, Files.readString(Dockerfile.PATH).replace("--interval=10s", "--intervall=10s"));

        assertThat(lint(broken)).isNotEmpty();
    }

    private static JsonNode lint(Path file) throws IOException, InterruptedException {
        InstalledProgram.require("npx", "nodejs npm");
        Result result = InstalledProgram.run(
                Workspace.directory("stack"),
                // npm's own remarks stand in the way of the answer.
                Map.of("npm_config_loglevel", "error", "npm_config_update_notifier", "false"),
                List.of("npx", "--yes", LINTER, "lint", "--json", file.toString()));
        int answer = result.output().lastIndexOf("\n[") + 1;
        assertThat(result.output().substring(answer)).as(result.output()).startsWith("[");
        return AdminHttp.JSON.readTree(result.output().substring(answer));
    }

    @Test
    void oneStageBuilds_theOtherStartsWhatIsBuilt_asNobodyWithRights() throws IOException {
        Dockerfile file = Dockerfile.read();

        assertThat(file.instructions("FROM"))
                .containsExactly(
                        "quay.io/keycloak/keycloak:${KEYCLOAK_VERSION} AS builder",
                        "quay.io/keycloak/keycloak:${KEYCLOAK_VERSION}");
        assertThat(file.lastStage("USER")).containsExactly("1000");
        assertThat(file.lastStage("COPY")).singleElement().asString().startsWith("--from=builder ");
        assertThat(file.lastStage("ENTRYPOINT")).containsExactly("[\"/opt/keycloak/bin/kc.sh\"]");
        assertThat(file.lastStage("CMD")).containsExactly("[\"start\", \"--optimized\"]");
        assertThat(file.lastStage("HEALTHCHECK")).hasSize(1);
    }

    @Test
    void itHasNoSecret() throws IOException {
        assertThat(Files.readString(Dockerfile.PATH)).doesNotContainPattern("(?i)password|secret|token");
    }

    /** All that the tests run with. */
    @Test
    void itTakesAllOurJars() throws IOException {
        assertThat(Dockerfile.read().jars())
                .extracting(jar -> jar.getFileName().toString())
                .containsAll(Workspace.providers().stream()
                        .map(jar -> jar.getFileName().toString())
                        .toList());
    }

    @Test
    void eachJarIsMadeByAModule() throws IOException {
        String modules = Files.readString(Stack.ROOT.resolve("pom.xml"));

        for (Path jar : Dockerfile.read().jars()) {
            assertThat(jar.getName(1)).hasToString("target");
            assertThat(modules).contains("<module>" + jar.getName(0) + "</module>");
            String name = jar.getFileName().toString().replace(".jar", "");
            assertThat(Files.readString(Stack.ROOT.resolve(jar.getName(0)).resolve("pom.xml")))
                    .contains("<artifactId>" + name + "</artifactId>");
        }
    }

    /** What is sent to the engine. */
    @Test
    void theEngineIsSentTheJarsAlone() throws IOException {
        List<String> patterns = Files.readAllLines(Stack.ROOT.resolve(".dockerignore")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();

        assertThat(patterns).startsWith("*");
        assertThat(patterns.subList(1, patterns.size()))
                .containsExactlyElementsOf(
                        Dockerfile.read().jars().stream().map(jar -> "!" + jar).toList());
    }
}
