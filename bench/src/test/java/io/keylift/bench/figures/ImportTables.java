// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.figures;

import java.util.ArrayList;
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

    private static final String ASSIGNMENTS =
            "a field, an attribute, roles, groups and organizations of each user change";

    private static final Map<String, String> OPERATIONS = titles(
            "import", "import of new users",
            "skip", "`ifExists=skip`, all users exist",
            "merge-unchanged", "`ifExists=merge`, no user changes",
            "overwrite-unchanged", "`ifExists=overwrite`, no user changes",
            "merge-unchanged-with-undo", "`ifExists=merge&undo=true`, no user changes",
            "overwrite-unchanged-with-undo", "`ifExists=overwrite&undo=true`, no user changes",
            "merge-changed", "`ifExists=merge`, one field of each user changes",
            "merge-without-credential",
                    "`ifExists=merge`, one field of each user changes, records without the credential",
            "overwrite-changed", "`ifExists=overwrite`, one field of each user changes",
            "merge-with-undo", "`ifExists=merge&undo=true`, one field of each user changes",
            "undo-of-merge", "undo of that merge",
            "overwrite-with-undo", "`ifExists=overwrite&undo=true`, one field of each user changes",
            "undo-of-overwrite", "undo of that overwrite",
            "verify", "verification",
            "export", "export",
            "mirror", "mirror, 1 % of the users change, 0.1 % are removed",
            "merge-assignments-with-undo", "`ifExists=merge&undo=true`, " + ASSIGNMENTS,
            "undo-of-merge-assignments", "undo of that merge",
            "merge-assignments", "`ifExists=merge`, " + ASSIGNMENTS,
            "overwrite-assignments", "`ifExists=overwrite`, " + ASSIGNMENTS,
            "import-with-undo", "import of new users with `undo=true`",
            "undo-of-import", "undo of that import",
            "removal-with-undo", "removal with `undo=true`",
            "undo-of-removal", "undo of that removal",
            "removal", "removal",
            "password-hash", "the hash function of plain passwords alone, on all processors",
            "plain-passwords", "import of users with plain passwords");

    /** Operations on objects other than users. */
    private static final Map<String, String> OF_KINDS = titles(
            "import", "import",
            "skip", "`ifExists=skip`, all exist",
            "merge-unchanged", "`ifExists=merge`, nothing changes",
            "overwrite-unchanged", "`ifExists=overwrite`, nothing changes",
            "merge-changed", "`ifExists=merge`, each changes",
            "overwrite-changed", "`ifExists=overwrite`, each changes",
            "verify", "verification",
            "export", "export",
            "removal", "removal");

    private static final List<String> KINDS =
            List.of("organizations", "departments", "groups", "roles", "role-mappings", "organization-members");

    private static final List<String> PHASES =
            List.of("parse", "validate", "wait", "storage", "resolve", "write", "commit");

    private static final Map<String, String> PLACES = titles(
            "near", "on the same machine",
            "near-automatic", "on the same machine, `parallelism=auto`",
            "one-millisecond", "1 ms away",
            "one-millisecond-automatic", "1 ms away, `parallelism=auto`",
            "five-milliseconds", "5 ms away",
            "five-milliseconds-automatic", "5 ms away, `parallelism=auto`");

    /** Operations that the table of distances has in any case. */
    private static final List<String> ALWAYS_AFAR = List.of("import", "merge-changed", "verify");

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

    /** Shares of the phases of chunks, of each operation that has chunks. */
    FigureTable phases() {
        List<String> headings = new ArrayList<>(List.of("operation"));
        headings.addAll(PHASES);
        FigureTable table = new FigureTable(headings.toArray(String[]::new));
        OPERATIONS.forEach((name, title) -> {
            Measured found = figures.operation(name)
                    .where(run -> !run.figures().at("/phases").isEmpty());
            if (!found.isEmpty()) {
                table.row(
                        found,
                        title,
                        () -> PHASES.stream()
                                .map(phase -> ImportFigures.share(found, phase))
                                .toList());
            }
        });
        return table;
    }

    FigureTable kinds() {
        FigureTable table = new FigureTable(
                "kind",
                "operation",
                "records",
                "ratio to the import of the kind",
                "CPU of Keycloak",
                "CPU of PostgreSQL",
                "rounds");
        KINDS.forEach(kind -> OF_KINDS.forEach((operation, title) -> {
            Measured found = figures.kind(kind, operation);
            table.row(
                    found,
                    List.of("`" + kind + "`", title),
                    () -> List.of(
                            Rounded.rate(ImportFigures.rate(found)),
                            ImportFigures.ofImport(found, kind),
                            ImportFigures.cpuOf(found, "keycloak"),
                            ImportFigures.cpuOf(found, "postgresql"),
                            ImportFigures.roundsOf(found)));
        }));
        return table;
    }

    FigureTable mariaDb() {
        FigureTable table = new FigureTable("operation", "PostgreSQL", "MariaDB", "MariaDB to PostgreSQL", "rounds");
        OPERATIONS.forEach((operation, title) -> {
            Measured postgresql = figures.vendor("postgresql", operation);
            Measured mariaDb = figures.vendor("mariadb", operation);
            if (!operation.equals("password-hash")) {
                table.row(
                        mariaDb,
                        title,
                        () -> List.of(
                                Rounded.rate(ImportFigures.rate(postgresql)),
                                Rounded.rate(ImportFigures.rate(mariaDb)),
                                ImportFigures.ofPostgresql(mariaDb, operation),
                                ImportFigures.roundsOf(mariaDb)));
            }
        });
        return table;
    }

    FigureTable distance() {
        FigureTable table = new FigureTable(
                "database",
                "operation",
                "users",
                "ratio to the same machine",
                "statements a chunk",
                "round trips a chunk",
                "rounds");
        PLACES.forEach((place, where) -> OPERATIONS.forEach((operation, title) -> {
            Measured found = figures.far(place, operation);
            if (!found.isEmpty() || ALWAYS_AFAR.contains(operation)) {
                table.row(
                        found,
                        List.of(where, title),
                        () -> List.of(
                                Rounded.rate(ImportFigures.rate(found)),
                                ImportFigures.ofNear(found, operation),
                                ImportFigures.callsOfChunk(found, "statements"),
                                ImportFigures.callsOfChunk(found, "roundTrips"),
                                ImportFigures.roundsOf(found)));
            }
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
