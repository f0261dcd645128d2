// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Compares the ratios of a run with those of published runs.
 *
 * @param compared number of ratios that a published run has, too
 * @param fallen the ratios that are lower by more than a tenth
 */
record Regression(int compared, List<Fallen> fallen) {

    /** Share of a published ratio below which a ratio counts as fallen. */
    private static final double TOLERATED = 0.9;

    /** A ratio that is lower than a published one. */
    record Fallen(String name, double published, double present) {}

    /** Compares with the runs in the JSON files of a folder, of which the lowest ratio counts. */
    static Regression of(JsonNode run, Path published) throws IOException {
        Map<String, Double> lowest = new LinkedHashMap<>();
        if (Files.isDirectory(published)) {
            try (Stream<Path> files = Files.list(published)) {
                for (Path file : files.filter(path -> path.toString().endsWith(".json"))
                        .sorted()
                        .toList()) {
                    Ratios.of(AdminHttp.JSON.readTree(Files.readString(file)))
                            .byName()
                            .forEach((name, ratio) -> lowest.merge(name, ratio, Math::min));
                }
            }
        }
        return of(Ratios.of(run).byName(), lowest);
    }

    static Regression of(Map<String, Double> present, Map<String, Double> published) {
        List<Fallen> fallen = new ArrayList<>();
        int compared = 0;
        for (Map.Entry<String, Double> ratio : present.entrySet()) {
            Double before = published.get(ratio.getKey());
            if (before != null) {
                compared++;
                if (ratio.getValue() < TOLERATED * before) {
                    fallen.add(new Fallen(ratio.getKey(), before, ratio.getValue()));
                }
            }
        }
        return new Regression(compared, List.copyOf(fallen));
    }

    void print(PrintStream out) {
        out.printf(
                "%nCompared with published runs: %d ratios, of which %d fell by more than a tenth%n",
                compared, fallen.size());
        fallen.forEach(ratio -> out.printf(
                Locale.ROOT, "  %s: %.3f, published %.3f%n", ratio.name(), ratio.present(), ratio.published()));
    }
}
