// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.figures;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A table in Markdown, with the sources of its figures below. */
final class FigureTable {

    private static final String NOT_MEASURED = "not measured";

    private static final int WIDTH = 160;

    private final List<String> lines = new ArrayList<>();
    private final int columns;
    private final TreeSet<PublishedRun> runs = new TreeSet<>(Comparator.comparing(PublishedRun::name));

    FigureTable(String... headings) {
        columns = headings.length;
        line(List.of(headings));
        lines.add("|" + "---|".repeat(columns));
    }

    /**
     * A row of figures.
     *
     * @param of figures whose runs are named in the foot
     * @param what first column or columns
     * @param figures other columns; a row without a run has a remark instead
     */
    void row(Measured of, List<String> what, Supplier<List<String>> figures) {
        runs.addAll(of.runs());
        List<String> cells = new ArrayList<>(what);
        cells.addAll(of.isEmpty() ? List.of(NOT_MEASURED) : figures.get());
        while (cells.size() < columns) {
            cells.add("");
        }
        line(cells);
    }

    void row(Measured of, String what, Supplier<List<String>> figures) {
        row(of, List.of(what), figures);
    }

    /** The tables that documents may have, by name. */
    static Map<String, Supplier<FigureTable>> all(List<PublishedRun> runs) {
        ImportFigures imports = new ImportFigures(runs);
        ImportTables ofImports = new ImportTables(imports);
        ServerTables ofServers = new ServerTables(runs);
        return Map.ofEntries(
                Map.entry("readme", () -> new ReadmeTable(imports, ofServers).table()),
                Map.entry("contenders", ofImports::contenders),
                Map.entry("duration", ofImports::duration),
                Map.entry("million", ofImports::million),
                Map.entry("operations", ofImports::operations),
                Map.entry("phases", ofImports::phases),
                Map.entry("kinds", ofImports::kinds),
                Map.entry("mariadb", ofImports::mariaDb),
                Map.entry("distance", ofImports::distance),
                Map.entry("nodes", ofImports::nodes),
                Map.entry("sign-ins", ofServers::signInsTable),
                Map.entry("small-requests", () -> new SmallRequestTables(runs).single()),
                Map.entry("small-loads", () -> new SmallRequestTables(runs).loads()),
                Map.entry("client", () -> new ClientTables(runs).rates()),
                Map.entry("client-memory", () -> new ClientTables(runs).memory()),
                Map.entry("assignments", ofServers::assignments),
                Map.entry("timings", ofServers::timings),
                Map.entry("statements", ofServers::statements));
    }

    private void line(List<String> cells) {
        lines.add(cells.stream()
                .map(cell -> cell.isEmpty() ? " " : " " + cell + " ")
                .collect(Collectors.joining("|", "|", "|")));
    }

    /**
     * The table and its foot.
     *
     * @param folder of the runs, as a link of the page
     * @param commands whether the foot has the runs and their commands, or only their dates
     */
    String text(String folder, boolean commands) {
        StringBuilder text = new StringBuilder(String.join("\n", lines)).append('\n');
        if (runs.isEmpty()) {
            return text.toString();
        }
        Map<String, List<PublishedRun>> places = new LinkedHashMap<>();
        runs.forEach(run ->
                places.computeIfAbsent(run.where(), where -> new ArrayList<>()).add(run));
        places.forEach((where, there) -> {
            String dates = there.stream().map(PublishedRun::date).distinct().collect(Collectors.joining(", "));
            text.append('\n')
                    .append(wrapped("Measured on: " + where + (commands ? "." : "; " + dates + "."), ""))
                    .append('\n');
            if (commands) {
                there.forEach(run -> text.append('\n').append(wrapped(item(run, folder), "  ")));
                text.append('\n');
            }
        });
        return text.toString();
    }

    private static String item(PublishedRun run, String folder) {
        String command = run.command().isEmpty() ? "" : ": `" + run.command() + "`";
        return String.format(
                "- [%1$s](%2$s/%1$s.json), %3$s, commit `%4$s`%5$s",
                run.name(), folder, run.date(), run.commit(), command);
    }

    /** Wraps at blanks, including those within code, as Markdown permits. */
    private static String wrapped(String text, String indent) {
        StringBuilder all = new StringBuilder();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (line.length() + word.length() + 1 > WIDTH) {
                all.append(line).append('\n');
                line = new StringBuilder(indent).append(word);
            } else {
                line.append(line.length() == 0 ? "" : " ").append(word);
            }
        }
        return all.append(line).toString();
    }
}
