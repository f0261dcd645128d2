// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.figures;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Tables about imports and other operations on users. */
final class ImportTables {

    /** Workloads of the benchmark, and their names in the documents. */
    static final Map<String, String> WORKLOADS = titles(
            "whole persons", "whole persons (2 attributes, hashed credential, 2 roles, organization)",
            "minimal users", "minimal users (a username)",
            "organizations", "organizations (domains, 2 attributes)");

    private static final Map<String, String> OPERATIONS = titles(
            "import", "import of new users",
            "skip", "`ifExists=skip`, all users exist",
            "merge-unchanged", "`ifExists=merge`, no user changes",
            "overwrite-unchanged", "`ifExists=overwrite`, no user changes",
            "merge-unchanged-with-undo", "`ifExists=merge&undo=true`, no user changes",
            "overwrite-unchanged-with-undo", "`ifExists=overwrite&undo=true`, no user changes",
            "merge-changed", "`ifExists=merge`, one field of each user changes",
            "overwrite-changed", "`ifExists=overwrite`, one field of each user changes",
            "merge-with-undo", "`ifExists=merge&undo=true`, one field of each user changes",
            "undo-of-merge", "undo of that merge",
            "overwrite-with-undo", "`ifExists=overwrite&undo=true`, one field of each user changes",
            "undo-of-overwrite", "undo of that overwrite",
            "verify", "verification",
            "export", "export",
            "import-with-undo", "import of new users with `undo=true`",
            "undo-of-import", "undo of that import",
            "removal-with-undo", "removal with `undo=true`",
            "undo-of-removal", "undo of that removal",
            "removal", "removal",
            "plain-passwords", "import of users with plain passwords");

    private static final Map<String, String> PLACES = titles(
            "near", "on the same machine",
            "one-millisecond", "1 ms away",
            "five-milliseconds", "5 ms away");

    private static final Map<String, String> NODES =
            titles("one-of-two-nodes", "one of the two imports all", "two-nodes", "each of the two imports a half");

    private final ImportFigures figures;

    ImportTables(ImportFigures figures) {
        this.figures = figures;
    }

    static Map<String, String> titles(String... namesAndTitles) {
        Map<String, String> titles = new LinkedHashMap<>();
        for (int i = 0; i < namesAndTitles.length; i += 2) {
            titles.put(namesAndTitles[i], namesAndTitles[i + 1]);
        }
        return titles;
    }

    private static void rows(
            FigureTable table,
            Map<String, String> titles,
            Function<String, Measured> measured,
            Function<Measured, List<String>> cells) {
        titles.forEach((name, title) -> {
            Measured found = measured.apply(name);
            table.row(found, title, () -> cells.apply(found));
        });
    }

    FigureTable contenders() {
        FigureTable table = new FigureTable(
                "records",
                "import",
                "times the Admin API",
                "times the Admin API that does not wait for the disk",
                "times partial import",
                "share of `COPY`",
                "rounds");
        rows(
                table,
                WORKLOADS,
                figures::workload,
                found -> List.of(
                        Rounded.rate(ImportFigures.imported(found)),
                        ImportFigures.times(found, "Admin API", 1),
                        ImportFigures.times(found, "Admin API async", 1),
                        ImportFigures.times(found, "partial", 1),
                        ImportFigures.times(found, "COPY", 2),
                        ImportFigures.rounds(found)));
        return table;
    }

    FigureTable duration() {
        FigureTable table =
                new FigureTable("records", "a second", "an hour", "CPU of Keycloak", "CPU of PostgreSQL", "rounds");
        rows(
                table,
                WORKLOADS,
                figures::workload,
                found -> List.of(
                        Rounded.rate(ImportFigures.imported(found)),
                        Rounded.millionsAnHour(ImportFigures.imported(found)),
                        ImportFigures.cpu(found, "keycloak"),
                        ImportFigures.cpu(found, "postgresql"),
                        ImportFigures.rounds(found)));
        Measured million = figures.million();
        table.row(
                million,
                "a million whole persons in one import",
                () -> List.of(
                        Rounded.rate(ImportFigures.rate(million)),
                        Rounded.millionsAnHour(ImportFigures.rate(million)),
                        ImportFigures.cpuOf(million, "keycloak"),
                        ImportFigures.cpuOf(million, "postgresql"),
                        ImportFigures.roundsOf(million)));
        return table;
    }

    FigureTable million() {
        FigureTable table = new FigureTable(
                "a million whole persons", "write-ahead log", "tables and indexes", "heap of Keycloak", "rounds");
        Measured million = figures.million();
        table.row(
                million,
                "one import",
                () -> List.of(
                        Rounded.gigabytes(1e6 * ImportFigures.bytes(million, "walBytes")),
                        Rounded.gigabytes(1e6 * ImportFigures.bytes(million, "databaseBytes")),
                        heap(million),
                        ImportFigures.roundsOf(million)));
        return table;
    }

    /** Heap as an option of the JVM; that of the first run if they differ. */
    static String heap(Measured measured) {
        return measured.runs().get(0).json().at("/settings/heap").asText();
    }

    FigureTable operations() {
        FigureTable table = new FigureTable(
                "operation",
                "users",
                "ratio to the import",
                "CPU of Keycloak",
                "CPU of PostgreSQL",
                "write-ahead log",
                "rounds");
        rows(
                table,
                OPERATIONS,
                figures::operation,
                found -> List.of(
                        Rounded.rate(ImportFigures.rate(found)),
                        ImportFigures.ofImport(found),
                        ImportFigures.cpuOf(found, "keycloak"),
                        ImportFigures.cpuOf(found, "postgresql"),
                        Rounded.kilobytes(ImportFigures.bytes(found, "walBytes")),
                        ImportFigures.roundsOf(found)));
        return table;
    }

    FigureTable distance() {
        FigureTable table = new FigureTable("database", "operation", "users", "ratio to the same machine", "rounds");
        PLACES.forEach((place, where) -> List.of("import", "merge-changed", "verify")
                .forEach(operation -> {
                    Measured found = figures.far(place, operation);
                    table.row(
                            found,
                            List.of(where, OPERATIONS.get(operation)),
                            () -> List.of(
                                    Rounded.rate(ImportFigures.rate(found)),
                                    ImportFigures.ofNear(found, operation),
                                    ImportFigures.roundsOf(found)));
                }));
        return table;
    }

    FigureTable nodes() {
        FigureTable table = new FigureTable("nodes", "whole persons", "times one node", "rounds");
        NODES.forEach((place, title) -> {
            Measured found = figures.nodes(place);
            table.row(
                    found,
                    title,
                    () -> List.of(
                            Rounded.rate(ImportFigures.rate(found)),
                            place.equals(ImportFigures.TWO_NODES) ? ImportFigures.gain(found) : "",
                            ImportFigures.roundsOf(found)));
        });
        return table;
    }
}
