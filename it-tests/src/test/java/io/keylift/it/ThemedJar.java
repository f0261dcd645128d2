// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Assumptions;

/** The JAR of themes, which has none in it where the front end could not be built. */
public final class ThemedJar {

    private ThemedJar() {}

    /** Skips a test where the build had no Node.js, and says so. */
    public static void assumeBuilt() {
        try (JarFile jar = new JarFile(
                Workspace.directory("providers").resolve("keylift-themes.jar").toFile())) {
            Assumptions.assumeTrue(
                    jar.getEntry("META-INF/keycloak-themes.json") != null,
                    "This test needs the theme, which the build has left out: it had no Node.js and no network to fetch one");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
