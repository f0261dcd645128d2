// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** CONTRIBUTING.md names each class of the second tier; those of a browser by their package. */
class TiersTest {

    private static final String OF_BROWSER = "themes";

    @Test
    void contributingNamesTheSecondTier() throws IOException {
        String named =
                String.join(" ", Documentation.read().page("CONTRIBUTING.md").column("Two tiers", 1));
        List<Path> sources = sources();

        assertThat(sources).anyMatch(TiersTest::isOfBrowser);
        assertThat(Stream.of(named.split("[`, ]+")).filter(word -> word.endsWith("IT")))
                .containsExactlyInAnyOrderElementsOf(sources.stream()
                        .filter(source -> !isOfBrowser(source))
                        .map(TiersTest::className)
                        .toList());
    }

    private static List<Path> sources() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                if (Files.readString(file).contains("\n@SecondTier\n")) {
                    found.add(file);
                }
            }
        }
        return found;
    }

    private static boolean isOfBrowser(Path source) {
        return source.getParent().endsWith(OF_BROWSER);
    }

    private static String className(Path source) {
        return source.getFileName().toString().replace(".java", "");
    }
}
