// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Each option of Keycloak that the stack sets exists in Keycloak's distribution. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OptionsIT {

    private Map<String, String> ofBuild;
    private Map<String, String> ofStart;

    @BeforeAll
    void ask() throws IOException, InterruptedException {
        ofBuild = Distribution.options("build");
        ofStart = Distribution.options("start");
    }

    @Test
    void theBuildKnowsItsOptions() throws IOException {
        List<String> build = Dockerfile.command(
                Dockerfile.read().instructions("RUN").stream().findFirst().orElseThrow());

        assertThat(build.subList(0, 2)).containsExactly("/opt/keycloak/bin/kc.sh", "build");
        assertThat(build.subList(2, build.size()))
                .hasSizeGreaterThan(3)
                .allSatisfy(option -> assertThat(option).matches("--[a-z-]+=[a-z]+"))
                .extracting(option -> option.replaceFirst("^--", "").replaceFirst("=.*", ""))
                .isSubsetOf(ofBuild.keySet());
    }

    @Test
    void theStartKnowsItsOptions() throws IOException {
        List<String> start =
                Dockerfile.command(Dockerfile.read().lastStage("CMD").get(0));

        assertThat(start.get(0)).isEqualTo("start");
        assertThat(start.subList(1, start.size()))
                .extracting(option -> option.replaceFirst("^--", "").replaceFirst("=.*", ""))
                .isNotEmpty()
                .isSubsetOf(ofStart.keySet());
    }

    /** A server that is built refuses to start with other options of the build. */
    @Test
    void theEnvironmentIsOfOptionsOfTheStartAlone() {
        List<String> options = Stream.of("keycloak", "keycloak-2")
                .flatMap(node -> Stack.texts(Stack.service(node).path("environment")).stream())
                .filter(name -> name.startsWith("KC_"))
                .map(name -> name.substring(3).toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();

        assertThat(options)
                .hasSizeGreaterThan(10)
                .isSubsetOf(ofStart.keySet())
                .doesNotContainAnyElementsOf(ofBuild.keySet());
    }

    /** Options of the build have no effect in an image that is built. */
    @Test
    void theOptionsOnKubernetesAreOfTheStartAlone() {
        List<String> options =
                Kubernetes.object("Keycloak").at("/spec/additionalOptions").findValuesAsText("name");

        assertThat(options).hasSizeGreaterThan(3).doesNotHaveDuplicates();
        assertThat(options)
                .filteredOn(option -> !option.startsWith("spi-admin-realm-restapi-extension--bulk-import--"))
                .isSubsetOf(ofStart.keySet())
                .doesNotContainAnyElementsOf(ofBuild.keySet());
    }

    /** No spans are among them: an image does not know whether a collector receives them. */
    @Test
    void theEnvironmentOfTheImageIsOfOptionsOfTheStartAlone() throws IOException {
        Map<String, String> environment = Dockerfile.read().environment();

        assertThat(environment)
                .containsEntry("KC_TRACING_SAMPLER_RATIO", "0.0")
                .containsEntry("KC_HTTP_MANAGEMENT_SCHEME", "http");
        assertThat(environment.keySet())
                .extracting(name -> name.substring(3).toLowerCase(Locale.ROOT).replace('_', '-'))
                .isSubsetOf(ofStart.keySet())
                .doesNotContainAnyElementsOf(ofBuild.keySet());
    }

    /** The health check uses the address of the management interface. */
    @Test
    void theHealthCheckKnowsTheOptionsOfTheManagementInterface() throws IOException {
        String check = Dockerfile.read().lastStage("HEALTHCHECK").get(0);

        assertThat(Stream.concat(ofStart.keySet().stream(), ofBuild.keySet().stream())
                        .filter(option -> option.matches("http-management-(host|port|relative-path)"))
                        .distinct()
                        .map(option -> "KC_" + option.toUpperCase(Locale.ROOT).replace('-', '_')))
                .hasSize(3)
                .allSatisfy(variable -> assertThat(check).contains("${" + variable + ":-"));
        assertThat(check).contains("${KC_HTTP_MANAGEMENT_PORT:-" + ofStart.get("http-management-port") + "}");
    }

    @Test
    void theImageShowsThePortsOfTheServer() throws IOException {
        assertThat(Dockerfile.read().lastStage("EXPOSE"))
                .containsExactly(ofStart.get("http-port") + " " + ofStart.get("http-management-port"));
    }
}
