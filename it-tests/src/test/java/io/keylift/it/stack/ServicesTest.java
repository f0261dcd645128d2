// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for all services of compose.yaml and their configuration files. */
class ServicesTest {

    static Stream<String> services() {
        return Stack.services().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("services")
    void theImageHasAnExactVersion(String name) {
        assertThat(Stack.service(name).path("image").asText())
                .matches("([a-z0-9.-]+/)*[a-z0-9-]+:v?\\d+\\.\\d+(\\.\\d+)?(-[a-z0-9.]+)?");
    }

    @ParameterizedTest
    @MethodSource("services")
    void whatItMayTakeIsLimited(String name) {
        JsonNode service = Stack.service(name);

        assertThat(service.at("/deploy/resources/limits/memory").asText()).matches("\\d+[mg]");
        assertThat(service.at("/deploy/resources/limits/cpus").asDouble()).isBetween(0.1, 4.0);
        assertThat(service.at("/logging/options/max-size").asText()).matches("\\d+m");
        assertThat(Stack.texts(service.path("security_opt"))).contains("no-new-privileges:true");
        assertThat(service.has("privileged")).isFalse();
    }

    @ParameterizedTest
    @MethodSource("services")
    void itIsReachedFromThisMachineAlone(String name) {
        assertThat(Stack.texts(Stack.service(name).path("ports")))
                .noneMatch(port -> !port.matches("127\\.0\\.0\\.1:\\d+:\\d+"));
    }

    @Test
    void noTwoServicesWantOnePort() {
        List<String> ports = new ArrayList<>();
        Stack.services()
                .values()
                .forEach(service ->
                        Stack.texts(service.path("ports")).forEach(port -> ports.add(port.replaceFirst(":\\d+$", ""))));

        assertThat(ports).hasSizeGreaterThan(4).doesNotHaveDuplicates();
    }

    /** A variable that looks like a secret has no default. */
    @ParameterizedTest
    @MethodSource("services")
    void noSecretIsInTheFile(String name) {
        Stack.fields(Stack.service(name).path("environment")).forEach((variable, value) -> {
            if (variable.matches(".*(PASS|SECRET|TOKEN).*")) {
                assertThat(value.asText()).as(variable).matches("\\$\\{KEYLIFT_[A-Z]+_PASSWORD:\\?.+}");
            } else {
                assertThat(value.asText()).as(variable).doesNotContain("PASSWORD");
            }
        });
    }

    @Test
    void theEnvironmentFileHasNoSecret() throws IOException {
        assertThat(Files.readAllLines(Stack.DIRECTORY.resolve(".env")))
                .filteredOn(line -> !line.startsWith("#"))
                .isNotEmpty()
                .noneMatch(line -> line.matches(".*(PASS|SECRET|TOKEN).*"));
    }

    /** And is there whenever this one is. */
    @ParameterizedTest
    @MethodSource("services")
    void itWaitsForTheHealthOfWhatItNeeds(String name) {
        JsonNode service = Stack.service(name);
        Stack.fields(service.path("depends_on")).forEach((needed, how) -> {
            assertThat(how.path("condition").asText())
                    .as("%s needs %s", name, needed)
                    .isEqualTo(saysWhetherItIsHealthy(needed) ? "service_healthy" : "service_started");
            List<String> profiles = Stack.texts(Stack.service(needed).path("profiles"));
            if (!profiles.isEmpty()) {
                assertThat(profiles).containsAll(Stack.texts(service.path("profiles")));
            }
        });
    }

    /** By Compose, or by its Dockerfile. */
    private static boolean saysWhetherItIsHealthy(String name) {
        JsonNode service = Stack.service(name);
        return service.has("healthcheck")
                || service.path("image")
                        .asText()
                        .equals(Stack.service("keycloak").path("image").asText());
    }

    @Test
    void everyVolumeIsNamedAndUsed() {
        Set<String> used = new TreeSet<>();
        mounts().stream().filter(mount -> !mount.startsWith(".")).forEach(mount -> used.add(mount.split(":")[0]));

        assertThat(used)
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(
                        Stack.texts(Stack.yaml(Stack.COMPOSE).path("volumes")));
    }

    /** Each mounted file exists and is read-only, and each file of the configuration is mounted. */
    @Test
    void everyFileOfTheConfigurationIsMounted() throws IOException {
        Set<Path> mounted = new HashSet<>();
        for (String mount : mounts()) {
            if (mount.startsWith(".")) {
                Path source = Stack.DIRECTORY.resolve(mount.split(":")[0]).normalize();
                assertThat(source).exists();
                // Where SELinux labels files, a container cannot read files without its label.
                assertThat(mount).endsWith(":ro,z");
                Stack.confFiles().stream()
                        .filter(file -> file.startsWith(source))
                        .forEach(mounted::add);
            }
        }

        assertThat(Stack.confFiles())
                // Promtool reads the ones, Kustomize the others.
                .filteredOn(file -> !file.toString().matches(".*(\\.test\\.yml|/kustomization\\.yaml)"))
                .containsExactlyInAnyOrderElementsOf(mounted);
    }

    @Test
    void everyFileOfTheConfigurationIsOfItsForm() throws IOException {
        for (Path file : Stack.confFiles()) {
            String name = file.getFileName().toString();
            switch (name.substring(name.lastIndexOf('.'))) {
                case ".yml", ".yaml" ->
                    assertThat(Stack.yaml(file)).as("%s", file).isNotEmpty();
                case ".json" ->
                    assertThatCode(() -> AdminHttp.JSON.readTree(file.toFile()))
                            .as("%s", file)
                            .doesNotThrowAnyException();
                // HAProxy and PostgreSQL read theirs in other tests.
                case ".cfg", ".sql" -> assertThat(file).isNotEmptyFile();
                default -> throw new AssertionError("Nothing reads " + file);
            }
        }
    }

    private static List<String> mounts() {
        List<String> mounts = new ArrayList<>();
        Stack.services().values().forEach(service -> mounts.addAll(Stack.texts(service.path("volumes"))));
        return mounts;
    }

    /** The nodes are one image, of the very version that everything is tested on. */
    @Test
    void theServerIsOfTheVersionThatIsTested() throws IOException {
        String version = Files.readString(Stack.ROOT.resolve("pom.xml"))
                .replaceFirst("(?s).*<keycloak.dist.version>", "")
                .replaceFirst("(?s)<.*", "");

        assertThat(Stack.services())
                .extractingByKeys("keycloak", "keycloak-2")
                .isNotEmpty()
                .allSatisfy(node -> assertThat(node.path("image").asText()).isEqualTo("keylift-keycloak:" + version));
        assertThat(Stack.service("keycloak").at("/build/args/KEYCLOAK_VERSION").asText())
                .isEqualTo(version);
        assertThat(Dockerfile.read().instructions("ARG")).containsExactly("KEYCLOAK_VERSION=" + version);
    }

    @Test
    void theNodesDifferInNothingButTheirPorts() {
        Map<String, JsonNode> one = Stack.fields(Stack.service("keycloak"));
        Map<String, JsonNode> two = Stack.fields(Stack.service("keycloak-2"));
        List.of("build", "ports", "depends_on").forEach(one::remove);
        List.of("profiles", "depends_on").forEach(two::remove);

        assertThat(two).isEqualTo(one);
    }
}
