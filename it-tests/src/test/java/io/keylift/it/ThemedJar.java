// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Assumptions;

/** The provider JAR with the admin theme, which is empty if the build ran with {@code -DskipFrontEnd}. */
public final class ThemedJar {

    private ThemedJar() {}

    /** Skips a test where the build has left the theme out, and says so. */
    public static void assumeBuilt() {
        try (JarFile jar = new JarFile(
                Workspace.directory("providers").resolve("keylift-themes.jar").toFile())) {
            Assumptions.assumeTrue(
                    jar.getEntry("META-INF/keycloak-themes.json") != null,
                    "This test needs the theme, which -DskipFrontEnd has left out");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
