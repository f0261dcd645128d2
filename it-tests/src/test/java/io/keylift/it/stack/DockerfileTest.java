// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Rules for the Dockerfile. */
class DockerfileTest {

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

    @Test
    void itTakesAllJarsOfARelease() throws IOException {
        String release = Files.readString(Stack.ROOT.resolve("release/pom.xml"));
        List<String> jars = Pattern.compile("<artifactId>(keylift-[a-z-]+)</artifactId>")
                .matcher(release.replaceFirst("(?s).*?<dependencies>", ""))
                .results()
                .map(dependency -> dependency.group(1) + ".jar")
                .toList();

        assertThat(Dockerfile.read().jars())
                .isNotEmpty()
                .extracting(jar -> jar.getFileName().toString())
                .containsExactlyInAnyOrderElementsOf(jars);
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

    /** Build context that the engine receives. */
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
