// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compose itself reads compose.yaml: it validates the file against its schema and substitutes environment variables.
 * This requires no container engine. Without Docker's plugin and without docker-compose, the tests are skipped and say
 * so.
 */
@SecondTier
class ComposeIT {

    private static final List<String> PASSWORDS = List.of(
            "KEYLIFT_DB_PASSWORD", "KEYLIFT_ADMIN_PASSWORD", "KEYLIFT_MONITOR_PASSWORD", "KEYLIFT_GRAFANA_PASSWORD");

    @ParameterizedTest
    @ValueSource(strings = {"", "traces", "metrics", "cluster", "traces,metrics,cluster"})
    void composeAcceptsTheFileWithEachProfile(String profiles) throws IOException, InterruptedException {
        Result config = config(Stack.COMPOSE, profiles, Map.of());

        assertThat(config.exitCode()).as(config.output()).isZero();
        assertThat(config.output()).contains("keylift-keycloak:").contains("a-password-of-a-test");
        if (profiles.contains("cluster")) {
            assertThat(config.output()).contains("haproxy:");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "KEYLIFT_DB_PASSWORD",
                "KEYLIFT_ADMIN_PASSWORD",
                "KEYLIFT_MONITOR_PASSWORD",
                "KEYLIFT_GRAFANA_PASSWORD"
            })
    void noPasswordHasADefault(String password) throws IOException, InterruptedException {
        Result config = config(Stack.COMPOSE, "traces,metrics", Map.of(password, ""));

        assertThat(config.exitCode()).as(config.output()).isNotZero();
        assertThat(config.output()).contains("set " + password + " to a password");
    }

    /** Without this, a Compose that looks at nothing would do. */
    @Test
    void composeRefusesWhatTheSchemaDoesNotHave() throws IOException, InterruptedException {
        Path broken = Workspace.directory("stack").resolve("broken.yaml");
        Files.writeString(broken, Files.readString(Stack.COMPOSE).replace("    healthcheck:", "    healthchecks:"));

        assertThat(config(broken, "traces,metrics", Map.of()).exitCode()).isNotZero();
    }

    /** The file .env switches traces on; that variable, empty or without them, switches them off again. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "traces,metrics; ''; 1.0",
                "traces; 0.1; 0.1",
                "metrics,cluster; 0.1; 0.0",
                "''; ''; 0.0",
                "*; ''; 1.0"
            })
    void theServerMakesSpansWhereTheProfileTakesThem(String profiles, String told, String ratio)
            throws IOException, InterruptedException {
        Result config = config(Stack.COMPOSE, profiles, Map.of("KEYLIFT_TRACE_RATIO", told));
        assertThat(config.exitCode()).as(config.output()).isZero();
        Path file = Files.writeString(Workspace.directory("stack").resolve("resolved.yaml"), config.output());

        assertThat(ratioAtStart(Stack.yaml(file).at("/services/keycloak"))).isEqualTo(ratio);
    }

    /** The ratio that a node's entry point passes to the server, printed by a program in the server's place. */
    private static String ratioAtStart(JsonNode node) throws IOException, InterruptedException {
        Map<String, String> environment = new HashMap<>(Dockerfile.read().environment());
        Stack.fields(node.path("environment")).forEach((name, value) -> environment.put(name, value.asText()));
        List<String> command = Stream.of(node.path("entrypoint"), node.path("command"))
                .flatMap(part -> Stack.texts(part).stream())
                .map(argument -> argument.replace("$$", "$")
                        .replace("exec /opt/keycloak/bin/kc.sh", "echo $KC_TRACING_SAMPLER_RATIO"))
                .toList();
        Result start = InstalledProgram.run(Stack.DIRECTORY, environment, command);
        assertThat(start.output()).endsWith(" start --optimized\n");
        return start.output().replace(" start --optimized\n", "");
    }

    private static Result config(Path file, String profiles, Map<String, String> changed)
            throws IOException, InterruptedException {
        Map<String, String> environment = new HashMap<>();
        PASSWORDS.forEach(name -> environment.put(name, "a-password-of-a-test"));
        environment.putAll(changed);
        // Set, be it to nothing: what is not set is looked up in .env.
        List<String> command = new ArrayList<>(List.of("env", "COMPOSE_PROFILES=" + profiles));
        command.addAll(compose());
        command.addAll(List.of("--project-directory", Stack.DIRECTORY.toString(), "-f", file.toString(), "config"));
        return InstalledProgram.run(Stack.DIRECTORY, environment, command);
    }

    private static List<String> compose() throws IOException, InterruptedException {
        if (InstalledProgram.isThere("docker")) {
            List<String> plugin = List.of("docker", "compose");
            List<String> version = List.of("docker", "compose", "version");
            if (InstalledProgram.run(Stack.DIRECTORY, Map.of(), version).exitCode() == 0) {
                return plugin;
            }
        }
        Assumptions.assumeTrue(
                InstalledProgram.isThere("docker-compose"),
                "This test needs Docker's compose plugin, or docker-compose (on Debian: apt-get install"
                        + " docker-compose)");
        return List.of("docker-compose");
    }
}
