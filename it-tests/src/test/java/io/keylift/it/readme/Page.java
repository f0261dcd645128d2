// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A parsed page of the documentation: headings, tables, code blocks, links. */
public final class Page {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern LINK = Pattern.compile("(?<!\\\\)\\]\\(([^()\\s]+)\\)");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");

    /**
     * A line of the page.
     *
     * @param number from 1
     * @param code whether it belongs to a block of code
     */
    record Line(int number, String text, boolean code) {

        boolean isHeading() {
            return !code && text.matches("#+ .*");
        }

        boolean isTable() {
            return !code && text.startsWith("|");
        }
    }

    /**
     * A link.
     *
     * @param target as it is written
     */
    record Link(int line, String target) {}

    private final Path file;
    private final List<Line> lines;

    private Page(Path file, List<Line> lines) {
        this.file = file;
        this.lines = lines;
    }

    static Page read(Path file) throws IOException {
        List<Line> lines = new ArrayList<>();
        boolean code = false;
        for (String text : Files.readAllLines(file)) {
            boolean fence = text.stripLeading().startsWith("```");
            lines.add(new Line(lines.size() + 1, text, code || fence));
            code ^= fence;
        }
        return new Page(file, List.copyOf(lines));
    }

    Path file() {
        return file;
    }

    List<Line> lines() {
        return lines;
    }

    /** All blocks of code in this language, one after the other. */
    public String code(String language) {
        return String.join("", blocks(language));
    }

    /** Each block of code in this language. */
    List<String> blocks(String language) {
        List<String> blocks = new ArrayList<>();
        StringBuilder block = null;
        for (Line line : lines) {
            if (line.text().startsWith("```")) {
                if (block != null) {
                    blocks.add(block.toString());
                }
                block = block == null && line.text().equals("```" + language) ? new StringBuilder() : null;
            } else if (block != null) {
                block.append(line.text()).append('\n');
            }
        }
        return blocks;
    }

    /** Cells of the first table below a heading, without its head. */
    List<List<String>> table(String heading) {
        return table(section(heading));
    }

    /** Cells of the first table below a line of this text, without its head. */
    List<List<String>> tableBelow(String text) {
        return table(lines.stream().dropWhile(line -> !line.text().equals(text)).toList());
    }

    private static List<List<String>> table(List<Line> lines) {
        return lines.stream()
                .dropWhile(line -> !line.isTable())
                .takeWhile(Line::isTable)
                .skip(2)
                .map(row -> Arrays.stream(row.text().substring(1).split("(?<!\\\\)\\|"))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    /** The texts {@code like this} in a column of the first table below a heading. */
    public Set<String> column(String heading, int column) {
        Set<String> names = new TreeSet<>();
        table(heading).forEach(row -> names.addAll(names(row.get(column))));
        return names;
    }

    static Set<String> names(String text) {
        return new TreeSet<>(
                CODE.matcher(text).results().map(code -> code.group(1)).toList());
    }

    List<Link> links() {
        return links(lines);
    }

    /** The links of the section below a heading. */
    List<Link> linksBelow(String heading) {
        return links(section(heading));
    }

    private static List<Link> links(List<Line> lines) {
        List<Link> links = new ArrayList<>();
        for (Line line : lines) {
            if (!line.code()) {
                // Text `like this` is shown as it is.
                LINK.matcher(CODE.matcher(line.text()).replaceAll("code"))
                        .results()
                        .forEach(link -> links.add(new Link(line.number(), link.group(1))));
            }
        }
        return links;
    }

    /** The anchors of links to this page: the headings as GitHub spells them, and explicit anchors. */
    Set<String> anchors() {
        Set<String> anchors = new TreeSet<>(headings().keySet());
        for (Line line : lines) {
            ANCHOR.matcher(line.text()).results().forEach(anchor -> anchors.add(anchor.group(1)));
        }
        return anchors;
    }

    /**
     * The text below a heading: the lines up to the next heading, as one line.
     *
     * @param anchor of the heading; empty for the beginning of the page
     */
    String below(String anchor) {
        Line heading = anchor.isEmpty() ? lines.get(0) : headings().get(anchor);
        if (heading == null) {
            throw new AssertionError(file.getFileName() + " has no heading #" + anchor);
        }
        return lines.stream()
                .skip(heading.number())
                .takeWhile(line -> !line.isHeading())
                .map(line -> line.text().strip())
                .collect(Collectors.joining(" "));
    }

    private Map<String, Line> headings() {
        Map<String, Line> headings = new HashMap<>();
        Map<String, Integer> seen = new HashMap<>();
        for (Line line : lines) {
            if (line.isHeading()) {
                String anchor = anchor(line.text().replaceFirst("#+ ", ""));
                int before = seen.merge(anchor, 1, Integer::sum) - 1;
                headings.put(before == 0 ? anchor : anchor + "-" + before, line);
            }
        }
        return headings;
    }

    private static String anchor(String heading) {
        return heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private List<Line> section(String heading) {
        List<Line> section = lines.stream()
                .dropWhile(line -> !line.isHeading() || !line.text().matches("#+ " + Pattern.quote(heading)))
                .skip(1)
                .takeWhile(line -> !line.isHeading())
                .toList();
        if (section.isEmpty()) {
            throw new AssertionError(file.getFileName() + " has nothing below the heading " + heading);
        }
        return section;
    }
}
