// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The developer guides name existing classes, packages and files, and the tests of each law. */
class ArchitectureGuideTest {

    private static final String ARCHITECTURE = "architecture.md";
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern PARTICIPANT = Pattern.compile("(?m)^ *participant \\w+ as (\\w+)$");
    private static final Pattern CLASS =
            Pattern.compile("([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)(?:[.#](\\w+)(?:\\(\\))?)?");
    private static final Pattern PACKAGE = Pattern.compile("io(\\.[a-z]+){2,}");
    private static final Pattern LAW = Pattern.compile("(?m)^\\| (\\d+) \\|(.*)$");

    @ParameterizedTest
    @ValueSource(strings = {ARCHITECTURE, "adding-a-kind.md"})
    void everyClassAndMethodIsThere(String guide) throws IOException {
        Sources sources = Sources.read();
        Set<String> classes = sources.classes();
        Set<String> named = new TreeSet<>();
        List<String> codes = new ArrayList<>(Sources.find(CODE, guide(guide)));
        codes.addAll(Sources.find(PARTICIPANT, guide(guide)));
        for (String code : codes) {
            Matcher matcher = CLASS.matcher(code);
            if (matcher.matches()) {
                named.add(matcher.group(1));
                if (matcher.group(2) != null) {
                    assertThat(sources.hasMethod(matcher.group(1), matcher.group(2)))
                            .as(code)
                            .isTrue();
                }
            }
        }

        assertThat(named).hasSizeGreaterThan(10);
        assertThat(named).isSubsetOf(classes);
    }

    @ParameterizedTest
    @ValueSource(strings = {ARCHITECTURE, "adding-a-kind.md"})
    void everyPackageAndFileIsThere(String guide) throws IOException {
        List<String> codes = Sources.find(CODE, guide(guide));

        assertThat(codes).filteredOn(PACKAGE.asMatchPredicate()).isNotEmpty().allSatisfy(name -> {
            assertThat(Stream.of("extension-bulk-import", "extension-metrics", "client", "cli", "formats", "it-tests")
                            .flatMap(module -> Stream.of("main", "test")
                                    .map(kind -> Sources.ROOT.resolve(module + "/src/" + kind + "/java"))))
                    .as(name)
                    .anyMatch(root -> Files.isDirectory(root.resolve(name.replace('.', '/'))));
        });
        assertThat(codes)
                .filteredOn(code -> code.matches("(extension-[a-z-]+|it-tests|docker|docs|themes)/[A-Za-z0-9_./-]+"))
                .noneMatch(path -> !Files.exists(Sources.ROOT.resolve(path)));
    }

    /** A row has a number, a sentence, and a class with a test that is named after it, or says that there is none. */
    @Test
    void everyLawIsHeldByTheTestsThatItsRowNames() throws IOException {
        Sources sources = Sources.read();
        Matcher law = LAW.matcher(guide(ARCHITECTURE));
        int number = 0;
        while (law.find()) {
            number++;
            assertThat(Integer.parseInt(law.group(1))).as("laws in their order").isEqualTo(number);
            Set<String> tests = sources.testsOfLaw(number);
            if (tests.isEmpty()) {
                assertThat(law.group(2)).as("law %d", number).contains("no test is named after it");
            } else {
                assertThat(Sources.find(CODE, law.group(2)))
                        .as("law %d", number)
                        .isNotEmpty()
                        .filteredOn(name -> name.matches("[A-Z]\\w+(IT|Test)"))
                        .isNotEmpty()
                        .isSubsetOf(tests);
            }
        }

        assertThat(number).isGreaterThan(11);
        assertThat(sources.testsOfLaw(number + 1)).as("laws without a row").isEmpty();
    }

    private static String guide(String name) throws IOException {
        return Files.readString(Sources.ROOT.resolve(Path.of("docs", name)));
    }
}
