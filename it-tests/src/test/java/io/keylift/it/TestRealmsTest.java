// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TestRealmsTest {

    private static final Pattern WITH_NEW_KEYS =
            Pattern.compile("TenantRealm\\.create\\(|\\bpost\\(\\s*\"/admin/realms\"");

    /** One compares what both ways make. */
    private static final List<String> EXCEPTIONS =
            List.of("TestRealms.java", "TestRealmsTest.java", "RealmTemplateIT.java");

    @Test
    void noTestLetsKeycloakGenerateTheKeysOfARealm() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/test/java"))) {
            List<Path> found = sources.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !EXCEPTIONS.contains(file.getFileName().toString()))
                    .filter(file -> WITH_NEW_KEYS.matcher(text(file)).find())
                    .toList();

            assertThat(found).isEmpty();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
