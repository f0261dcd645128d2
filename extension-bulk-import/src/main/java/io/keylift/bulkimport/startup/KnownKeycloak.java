// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.startup;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The Keycloak version that this build supports.
 *
 * @param series its version without the last number
 * @param tables the tables that an import reads or writes, each with all its mapped columns
 */
record KnownKeycloak(String series, SortedMap<String, SortedSet<String>> tables) {

    static final String RESOURCE = "/META-INF/keylift-keycloak.txt";

    private static final int SHOWN = 5;

    static KnownKeycloak load() {
        try (InputStream text = KnownKeycloak.class.getResourceAsStream(RESOURCE)) {
            return parse(new String(text.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Parses a text with the version in its first line, and a table with its columns in each further line. */
    static KnownKeycloak parse(String text) {
        List<String> lines = text.lines().toList();
        SortedMap<String, SortedSet<String>> tables = new TreeMap<>();
        for (String line : lines.subList(1, lines.size())) {
            List<String> names = List.of(line.split(" "));
            tables.put(names.get(0), new TreeSet<>(names.subList(1, names.size())));
        }
        return new KnownKeycloak(lines.get(0), tables);
    }

    String text() {
        StringBuilder text = new StringBuilder(series).append('\n');
        tables.forEach((table, columns) ->
                text.append(table).append(' ').append(String.join(" ", columns)).append('\n'));
        return text.toString();
    }

    boolean isOfSeries(String version) {
        return version.equals(series) || version.startsWith(series + ".");
    }

    /** Some of the columns that are new or missing in the mapping of another Keycloak; empty if there are none. */
    String differences(Map<String, ? extends Set<String>> mapped) {
        List<String> differences = new ArrayList<>();
        tables.forEach((table, columns) -> {
            Set<String> there = mapped.containsKey(table) ? mapped.get(table) : Set.of();
            there.stream()
                    .filter(column -> !columns.contains(column))
                    .forEach(column -> differences.add(table + "." + column + " is new"));
            columns.stream()
                    .filter(column -> !there.contains(column))
                    .forEach(column -> differences.add(table + "." + column + " is missing"));
        });
        return differences.size() <= SHOWN
                ? String.join(", ", differences)
                : String.join(", ", differences.subList(0, SHOWN)) + " and " + (differences.size() - SHOWN) + " more";
    }
}
