// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.keycloak.common.Version;

class ServerVersionTest {

    @TempDir
    private Path providers;

    @Test
    void anotherJarIsAnotherVersion() throws IOException {
        Files.writeString(providers.resolve("a.jar"), "one");
        String one = ServerVersion.of(providers);
        Files.writeString(providers.resolve("README.md"), "no JAR");
        String same = ServerVersion.of(providers);
        Files.writeString(providers.resolve("a.jar"), "two");
        String changed = ServerVersion.of(providers);
        Files.writeString(providers.resolve("b.jar"), "");
        String added = ServerVersion.of(providers);

        assertThat(one).startsWith(Version.VERSION + "+").isEqualTo(same).isNotEqualTo(changed);
        assertThat(added).isNotEqualTo(changed);
    }

    @Test
    void aServerWithoutProvidersHasAVersion() throws IOException {
        assertThat(ServerVersion.of(providers.resolve("missing"))).isEqualTo(ServerVersion.of(providers));
    }
}
