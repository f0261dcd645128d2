// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The part of a page in the docs that a test compares with the code, between two comments that name it. */
final class GeneratedPart {

    static final Path DOCS = Path.of("..", "docs");

    private final String name;
    private final Path page;

    private GeneratedPart(String name, Path page) {
        this.name = name;
        this.page = page;
    }

    /**
     * Finds the only page with the part.
     *
     * @param name such as {@code fields of users}; its end is {@code end of fields}
     */
    static GeneratedPart find(String name) throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> files = Files.walk(DOCS)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".md")).toList()) {
                if (Files.readString(file).contains(begin(name))) {
                    pages.add(file);
                }
            }
        }
        assertThat(pages).as("pages with the part %s", name).hasSize(1);
        return new GeneratedPart(name, pages.get(0));
    }

    /** The page's path from the folder of the docs. */
    String page() {
        return DOCS.relativize(page).toString().replace('\\', '/');
    }

    /** Compares the part with the wanted text. {@code -Dtables.write} writes it anew before. */
    void assertIs(String wanted) throws IOException {
        String text = Files.readString(page);
        int from = text.indexOf(begin(name)) + begin(name).length();
        int to = text.indexOf("<!-- end of " + name.replaceFirst(" of .*", "") + " -->", from);
        assertThat(to).as("the end of %s in %s", name, page()).isNotNegative();
        String part = "\n" + wanted + "\n";
        if (System.getProperty("tables.write") != null) {
            text = text.substring(0, from) + part + text.substring(to);
            to = from + part.length();
            Files.writeString(page, text);
        }

        assertThat(text.substring(from, to))
                .as("%s in %s; -Dtables.write writes it anew", name, page())
                .isEqualTo(part);
    }

    private static String begin(String name) {
        return "<!-- " + name + " -->\n";
    }
}
