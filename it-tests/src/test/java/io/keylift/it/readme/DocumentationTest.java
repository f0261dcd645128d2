// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.readme.Page.Line;
import io.keylift.it.readme.Page.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The mechanical rules for the documentation. */
class DocumentationTest {

    private static final int WIDTH = 160;
    private static final int LENGTH_OF_README = 200;
    private static final Pattern CURL = Pattern.compile("\\bcurl -");
    private static final Pattern PERSON = Pattern.compile("(?i)\\b(he|him|his|himself)\\b");

    private final Documentation docs;

    DocumentationTest() throws IOException {
        docs = Documentation.read();
    }

    @Test
    void theReadmeIsShort() {
        assertThat(docs.page("README.md").lines()).hasSizeLessThanOrEqualTo(LENGTH_OF_README);
    }

    @Test
    void linesAreShort() {
        assertThat(where(line -> !line.code() && !line.isTable() && line.text().length() > WIDTH))
                .as("lines of more than %s characters; tables and code may have them", WIDTH)
                .isEmpty();
    }

    @Test
    void aCallerIsACaller() {
        assertThat(where(line -> !line.code() && PERSON.matcher(line.text()).find()))
                .as("lines with a personal pronoun")
                .isEmpty();
    }

    /** Otherwise curl swallows the body of an error, which says what to do. */
    @Test
    void curlShowsErrors() {
        assertThat(where(line -> line.code()
                        && CURL.matcher(line.text()).find()
                        && !line.text().contains("curl -sS --fail-with-body")))
                .isEmpty();
    }

    /** {@code --data-binary} reads a file into memory; {@code -T} sends it as it comes. */
    @Test
    void curlStreamsFiles() {
        assertThat(where(line -> line.code() && line.text().matches(".*(-d|--data\\S*) @[^-].*")))
                .isEmpty();
    }

    @Test
    void aBlankLineIsBeforeEachHeading() {
        List<String> wrong = new ArrayList<>();
        for (Page page : docs.pages()) {
            for (int i = 1; i < page.lines().size(); i++) {
                Line line = page.lines().get(i);
                boolean isHeading = !line.code() && line.text().matches("#{1,6} .*");
                if (isHeading && !page.lines().get(i - 1).text().isBlank()) {
                    wrong.add(docs.path(page) + ":" + line.number() + " " + line.text());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyBlockOfCodeEnds() {
        assertThat(docs.pages().stream()
                        .filter(page ->
                                page.lines().get(page.lines().size() - 1).code())
                        .filter(page -> !page.lines()
                                .get(page.lines().size() - 1)
                                .text()
                                .startsWith("```"))
                        .map(docs::path))
                .as("pages that end within a block of code")
                .isEmpty();
    }

    @Test
    void everyRelativeLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Page page : docs.pages()) {
            for (Link link : page.links()) {
                if (!leadsSomewhere(page, link.target())) {
                    broken.add(docs.path(page) + ":" + link.line() + " " + link.target());
                }
            }
        }
        assertThat(broken).as("links to no file or to no heading").isEmpty();
    }

    private static boolean leadsSomewhere(Page page, String target) throws IOException {
        if (target.matches("[a-z]+:.*")) {
            return true;
        }
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty()
                ? page.file()
                : page.file().resolveSibling(parts[0]).normalize();
        return Files.exists(file)
                && (parts.length == 1
                        || (file.toString().endsWith(".md")
                                && Page.read(file).anchors().contains(parts[1])));
    }

    @Test
    void theMapListsEveryPage() {
        Page readme = docs.page("README.md");
        Set<String> listed = readme.linksBelow(Documentation.MAP).stream()
                .map(link -> link.target().split("#")[0])
                .collect(Collectors.toSet());

        assertThat(docs.pages().stream().map(docs::path).filter(path -> !path.equals("README.md")))
                .isNotEmpty()
                .isSubsetOf(listed);
    }

    private List<String> where(Predicate<Line> fault) {
        List<String> lines = new ArrayList<>();
        for (Page page : docs.pages()) {
            page.lines().stream()
                    .filter(fault)
                    .forEach(line -> lines.add(docs.path(page) + ":" + line.number() + " " + line.text()));
        }
        return lines;
    }
}
