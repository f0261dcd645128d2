// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The figures in the documents are those of published runs of the benchmark. {@code -Dtables.write} writes them anew.
 */
class FiguresTest {

    private static final Path PROJECT = Path.of("..");
    private static final Path RUNS = PROJECT.resolve("docs/figures");
    private static final String END = "<!-- /figures -->";
    private static final Pattern BEGIN = Pattern.compile("<!-- figures:(\\S+) -->\n");

    private final Map<String, Supplier<FigureTable>> tables;

    FiguresTest() throws IOException {
        tables = FigureTable.all(PublishedRun.of(RUNS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/benchmark.md", "docs/operations/sizing.md"})
    void thePageHasTheFiguresOfTheRuns(String page) throws IOException {
        Path file = PROJECT.resolve(page);
        String text = Files.readString(file);
        String wanted = withTables(text, file.getParent().relativize(RUNS).toString(), !page.equals("README.md"));
        if (System.getProperty("tables.write") != null) {
            Files.writeString(file, wanted);
            text = wanted;
        }

        assertThat(text).as("%s; -Dtables.write writes its tables anew", page).isEqualTo(wanted);
    }

    private String withTables(String text, String folder, boolean commands) {
        StringBuilder wanted = new StringBuilder();
        int written = 0;
        Matcher begin = BEGIN.matcher(text);
        while (begin.find()) {
            String name = begin.group(1);
            assertThat(tables).as("tables").containsKey(name);
            int end = text.indexOf(END, begin.end());
            assertThat(end).as("end of %s", name).isNotNegative();
            wanted.append(text, written, begin.end())
                    .append('\n')
                    .append(tables.get(name).get().text(folder, commands))
                    .append('\n');
            written = end;
        }
        return wanted.append(text.substring(written)).toString();
    }
}
