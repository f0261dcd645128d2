// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The diagram of imports in the guide has an arrow for each pair of packages of which one imports the other. */
class ArchitectureDiagramTest {

    private static final String HEADING = "## Packages and the direction of imports";
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package (io\\.keylift\\.[a-z.]+);");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?(io\\.keylift\\.[a-z.]+)\\.[A-Z]");
    private static final Pattern ARROWS = Pattern.compile("(?m)^ +(\\S.* --> .*\\S)$");

    @Test
    void theDiagramHasTheImportsOfTheSources() throws IOException {
        Set<String> imports = imports();

        assertThat(imports).hasSizeGreaterThan(50);
        assertThat(arrows()).isEqualTo(imports);
    }

    /** As {@code engine --> kind}. */
    private static Set<String> imports() throws IOException {
        Set<String> imports = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Sources.ROOT.resolve("extension-bulk-import/src/main/java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String source = Files.readString(file);
                String from = drawn(Sources.find(PACKAGE, source).get(0));
                for (String name : Sources.find(IMPORT, source)) {
                    if (!drawn(name).equals(from)) {
                        imports.add(from + " --> " + drawn(name));
                    }
                }
            }
        }
        return withoutImplied(imports);
    }

    private static Set<String> arrows() throws IOException {
        String guide = Files.readString(Sources.ROOT.resolve("docs/architecture.md"));
        String diagram = guide.substring(guide.indexOf(HEADING)).split("```")[1];
        Set<String> arrows = new TreeSet<>();
        for (String line : Sources.find(ARROWS, diagram)) {
            List<String[]> sides = Stream.of(line.split(" --> "))
                    .map(side -> side.split(" & "))
                    .toList();
            for (String from : sides.get(0)) {
                for (String to : sides.get(1)) {
                    arrows.add(from + " --> " + to);
                }
            }
        }
        return withoutImplied(arrows);
    }

    /** The guide says that a package with an arrow to {@code kind} may import {@code kind.spi}, too. */
    private static Set<String> withoutImplied(Set<String> arrows) {
        return arrows.stream()
                .filter(arrow -> !(arrow.endsWith(" --> kind.spi") && arrows.contains(arrow.replace(".spi", ""))))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The name in the diagram: of packages below those of the diagram, the name of the one above. */
    private static String drawn(String packageName) {
        String name = packageName.replaceFirst("io\\.keylift\\.(bulkimport\\.)?", "");
        String[] parts = name.split("\\.");
        boolean ofTwo = parts[0].equals("kind") || name.startsWith("capability.rest");
        return ofTwo && parts.length > 1 ? parts[0] + "." + parts[1] : parts[0];
    }
}
