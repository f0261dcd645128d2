// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PackagedJarIT {

    private static final String THEMES = "keylift-themes.jar";

    static Stream<Path> jars() {
        return Workspace.providers().stream();
    }

    static Stream<Path> extensions() {
        return jars().filter(jar -> !jar.endsWith(THEMES));
    }

    @Test
    void jarsAreUnversioned() {
        assertThat(jars().map(jar -> jar.getFileName().toString()))
                .containsExactly("keylift-bulk-import.jar", "keylift-metrics.jar", THEMES);
    }

    @ParameterizedTest
    @MethodSource("extensions")
    void carriesOurOwnClassesAndResourcesOnly(Path jar) throws IOException {
        assertThat(entries(jar))
                .isNotEmpty()
                .allMatch(name -> name.startsWith("io/keylift/")
                        || name.startsWith("META-INF/")
                        || name.startsWith("theme-resources/messages/"));
        assertThat(entries(jar))
                .filteredOn(name -> name.endsWith(".class"))
                .isNotEmpty()
                .allMatch(name -> name.startsWith("io/keylift/"));
    }

    @ParameterizedTest
    @MethodSource("extensions")
    void isDiscoveredByKeycloakAndSaysItsLicence(Path jar) throws IOException {
        // Without beans.xml, Keycloak answers 405 on a provider's REST resources.
        assertThat(entries(jar)).contains("META-INF/beans.xml", "META-INF/LICENSE");
    }

    @ParameterizedTest
    @MethodSource("jars")
    void keepsClearOfKeycloaksPackages(Path jar) throws IOException {
        assertThat(entries(jar)).noneMatch(name -> name.contains("org/keycloak/"));
    }

    @Test
    void theThemeIsWholeAndAsksNobodyElse() throws IOException {
        Path jar = jars().filter(each -> each.endsWith(THEMES)).findFirst().orElseThrow();
        assertThat(entries(jar)).contains("META-INF/LICENSE");
        ThemedJar.assumeBuilt();
        assertThat(entries(jar))
                .contains("META-INF/keycloak-themes.json", "theme/keylift/admin/theme.properties")
                .isNotEmpty()
                .allMatch(name -> name.startsWith("theme/keylift/admin/") || name.startsWith("META-INF/"))
                .noneMatch(name -> name.endsWith(".class"));
        try (JarFile file = new JarFile(jar.toFile())) {
            Properties theme = new Properties();
            theme.load(file.getInputStream(file.getEntry("theme/keylift/admin/theme.properties")));
            for (String resource : List.of(theme.getProperty("scripts"), theme.getProperty("styles"))) {
                assertThat(entries(jar)).contains("theme/keylift/admin/resources/" + resource);
            }
            for (String name : entries(jar)) {
                if (name.matches(".*\\.(js|css)")) {
                    String text =
                            new String(file.getInputStream(file.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
                    assertThat(text).as(name).doesNotContainPattern("https?://");
                }
            }
        }
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
