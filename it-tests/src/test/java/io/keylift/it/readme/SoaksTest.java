// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** CONTRIBUTING.md lists exactly the soaks that the build accepts and that exist. */
class SoaksTest {

    @Test
    void contributingListsThemAll() throws IOException {
        assertThat(Documentation.read().page("CONTRIBUTING.md").column("Soaks", 0))
                .containsExactlyInAnyOrderElementsOf(tagged());
    }

    @Test
    void theBuildAcceptsEachAndNamesThemAll() throws IOException {
        String build = Files.readString(Path.of("../pom.xml"));

        assertThat(accepted(build)).containsExactlyInAnyOrderElementsOf(tagged());
        for (String soak : tagged()) {
            assertThat(build)
                    .containsPattern("<message>[^<]*\\b" + soak + "\\b")
                    .containsPattern("<regexMessage>[^<]*\\b" + soak + "\\b");
        }
    }

    private static List<String> accepted(String build) {
        String regex = find("<regex>(.*)</regex>", build).iterator().next();
        return List.of(regex.split("\\|"));
    }

    /** By the tags of all test classes and methods. */
    private static Collection<String> tagged() throws IOException {
        Collection<String> soaks = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith("IT.java")).toList()) {
                soaks.addAll(find("@Tag\\(\"soak-(.*)\"\\)", Files.readString(file)));
            }
        }
        soaks.remove("only");
        return soaks;
    }

    private static Collection<String> find(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .toList();
    }
}
