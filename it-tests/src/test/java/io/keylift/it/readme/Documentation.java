// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The project's documentation: README.md, the pages under docs in the order in which the README's map lists them, and
 * the other Markdown files at the top of the project.
 */
public final class Documentation {

    /** Heading of the README's section that lists all pages. */
    static final String MAP = "Documentation";

    private final Path root;
    private final List<Page> pages;

    private Documentation(Path root, List<Page> pages) {
        this.root = root;
        this.pages = pages;
    }

    public static Documentation read() throws IOException {
        Path root = Workspace.directory().getParent().getParent();
        Page readme = Page.read(root.resolve("README.md"));
        Set<Path> files = new LinkedHashSet<>();
        files.add(readme.file());
        readme.linksBelow(MAP).stream()
                .map(link -> root.resolve(link.target()).normalize())
                .filter(file -> file.toString().endsWith(".md") && Files.exists(file))
                .forEach(files::add);
        files.addAll(markdown(root, 1));
        files.addAll(markdown(root.resolve("docs"), Integer.MAX_VALUE));
        List<Page> pages = new ArrayList<>();
        for (Path file : files) {
            pages.add(Page.read(file));
        }
        return new Documentation(root, List.copyOf(pages));
    }

    private static List<Path> markdown(Path directory, int depth) throws IOException {
        try (Stream<Path> files = Files.walk(directory, depth)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    List<Page> pages() {
        return pages;
    }

    /** A page by its path from the top of the project, such as {@code docs/options.md}. */
    public Page page(String path) {
        return pages.stream()
                .filter(page -> page.file().equals(root.resolve(path)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No page " + path));
    }

    /** The page with this line. */
    Page pageWith(String line) {
        return pages.stream()
                .filter(page -> page.lines().stream().anyMatch(one -> one.text().equals(line)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No page with the line " + line));
    }

    /** The page that a link of another page leads to. */
    Page page(Page from, String link) {
        return page(root.relativize(from.file().resolveSibling(link).normalize())
                .toString()
                .replace('\\', '/'));
    }

    /** A page's path from the top of the project. */
    String path(Page page) {
        return root.relativize(page.file()).toString().replace('\\', '/');
    }

    /** All blocks of code in this language, of one page after the other. */
    String code(String language) {
        return pages.stream().map(page -> page.code(language)).collect(Collectors.joining());
    }
}
