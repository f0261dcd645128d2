// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.jar.JarFile;

/** The provider JAR with the admin theme, which has none if the build ran with {@code -DskipFrontEnd}. */
public final class ThemesJar {

    private ThemesJar() {}

    public static boolean hasTheme() {
        try (JarFile jar =
                new JarFile(Workspace.release().resolve("keylift-themes.jar").toFile())) {
            return jar.getEntry("META-INF/keycloak-themes.json") != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
