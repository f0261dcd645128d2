// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import io.keylift.it.server.ThemesJar;
import org.junit.jupiter.api.Assumptions;

/** The provider JAR with the admin theme, which is empty if the build ran with {@code -DskipFrontEnd}. */
public final class ThemedJar {

    private ThemedJar() {}

    /** Skips a test where the build has left the theme out, and says so. */
    public static void assumeBuilt() {
        Assumptions.assumeTrue(ThemesJar.hasTheme(), "This test needs the theme, which -DskipFrontEnd has left out");
    }
}
