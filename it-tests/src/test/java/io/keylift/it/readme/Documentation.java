// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The project's README, taken apart. */
final class Readme {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private final List<String> lines;

    private Readme(List<String> lines) {
        this.lines = lines;
    }

    static Readme read() throws IOException {
        Path module = Workspace.directory().getParent();
        return new Readme(Files.readAllLines(module.resolveSibling("README.md")));
    }

    /** All blocks of code in this language, one after the other. */
    String code(String language) {
        List<String> code = new ArrayList<>();
        boolean inside = false;
        for (String line : lines) {
            if (line.startsWith("```")) {
                inside = line.equals("```" + language);
            } else if (inside) {
                code.add(line);
            }
        }
        return String.join("\n", code) + "\n";
    }

    /** Cells of the first table below a heading, without its head. */
    List<List<String>> table(String heading) {
        return section(heading).stream()
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(row -> Arrays.stream(row.substring(1).split("\\|"))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    /** What stands {@code like this} in a column of the first table below a heading. */
    Set<String> column(String heading, int column) {
        Set<String> names = new TreeSet<>();
        table(heading).forEach(row -> names.addAll(names(row.get(column))));
        return names;
    }

    /** What stands {@code like this} in the paragraph below a heading that begins so. */
    Set<String> paragraph(String heading, String begin) {
        return names(String.join(
                " ",
                section(heading).stream()
                        .dropWhile(line -> !line.startsWith(begin))
                        .takeWhile(line -> !line.isBlank())
                        .toList()));
    }

    static Set<String> names(String text) {
        Set<String> names = new TreeSet<>();
        Matcher code = CODE.matcher(text);
        while (code.find()) {
            names.add(code.group(1));
        }
        return names;
    }

    private List<String> section(String heading) {
        return lines.stream()
                .dropWhile(line -> !line.matches("#+ " + Pattern.quote(heading)))
                .skip(1)
                .takeWhile(line -> !line.startsWith("#"))
                .toList();
    }
}
