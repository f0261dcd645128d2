// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The first page of a report of Gatling, which has no machine-readable report. */
final class GatlingReport {

    /** Quantiles of the page, in percent. */
    static final List<Integer> PERCENTILES = List.of(50, 90, 95, 99);

    private static final Pattern CELL = Pattern.compile("<td class=\"value \\w+ col-(\\d+)\">([^<]*)</td>");

    private GatlingReport() {}

    /** Arguments that make Gatling show these quantiles. */
    static List<String> jvmArguments() {
        return Stream.iterate(0, i -> i < PERCENTILES.size(), i -> i + 1)
                .map(i -> "-Dgatling.charting.indicators.percentile" + (i + 1) + "=" + PERCENTILES.get(i))
                .toList();
    }

    /** Reads the page of the only report in a folder. */
    static String page(Path reports) throws IOException {
        try (Stream<Path> files = Files.walk(reports)) {
            Path page = files.filter(file -> file.endsWith("index.html"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("Gatling left no report in " + reports));
            return Files.readString(page);
        }
    }

    /**
     * Latencies of a group of requests.
     *
     * @throws IllegalStateException if the page has no row of the group with all figures
     */
    static Latencies latencies(String page, String group) {
        int row = page.indexOf("<tr id=\"group_" + group + "-");
        if (row < 0) {
            throw new IllegalStateException("The report of Gatling has no group " + group);
        }
        Matcher cells = CELL.matcher(page.substring(row, page.indexOf("</tr>", row)));
        Map<Integer, String> columns = new HashMap<>();
        while (cells.find()) {
            columns.put(Integer.valueOf(cells.group(1)), cells.group(2));
        }
        return new Latencies(
                (long) number(columns, 2),
                (long) number(columns, 4),
                number(columns, 13),
                number(columns, 8),
                number(columns, 9),
                number(columns, 10),
                number(columns, 11));
    }

    private static double number(Map<Integer, String> columns, int column) {
        try {
            return Double.parseDouble(columns.getOrDefault(column, "").replace(",", ""));
        } catch (NumberFormatException e) {
            throw new IllegalStateException("The report of Gatling has no figure in column " + column, e);
        }
    }
}
