// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PackagedJarIT {

    static Stream<Path> jars() {
        return Workspace.providers().stream();
    }

    @Test
    void jarsAreUnversioned() {
        assertThat(jars().map(jar -> jar.getFileName().toString()))
                .containsExactly("keylift-bulk-import.jar", "keylift-metrics.jar");
    }

    @ParameterizedTest
    @MethodSource("jars")
    void carriesOurOwnClassesAndResourcesOnly(Path jar) throws IOException {
        assertThat(entries(jar)).allMatch(name -> name.startsWith("io/keylift/") || name.startsWith("META-INF/"));
        assertThat(entries(jar))
                .filteredOn(name -> name.endsWith(".class"))
                .allMatch(name -> name.startsWith("io/keylift/"));
    }

    @ParameterizedTest
    @MethodSource("jars")
    void isDiscoveredByKeycloakAndSaysItsLicence(Path jar) throws IOException {
        // Without beans.xml, Keycloak answers 405 on a provider's REST resources.
        assertThat(entries(jar)).contains("META-INF/beans.xml", "META-INF/LICENSE");
    }

    @ParameterizedTest
    @MethodSource("jars")
    void keepsClearOfKeycloaksPackages(Path jar) throws IOException {
        assertThat(entries(jar)).noneMatch(name -> name.contains("org/keycloak/"));
    }

    private static List<String> entries(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .toList();
        }
    }
}
