// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.figures;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The short table of the README. */
final class ReadmeTable {

    private final ImportFigures imports;
    private final ServerTables servers;

    ReadmeTable(ImportFigures imports, ServerTables servers) {
        this.imports = imports;
        this.servers = servers;
    }

    FigureTable table() {
        FigureTable table = new FigureTable("work", "figure");
        ImportTables.WORKLOADS.forEach((name, title) -> {
            Measured found = imports.workload(name);
            table.row(
                    found,
                    "import of " + title,
                    () -> List.of(Rounded.rate(ImportFigures.imported(found)) + ", "
                            + ImportFigures.times(found, "Admin API", 1) + " times the Admin API, "
                            + ImportFigures.times(found, "COPY", 2) + " of `COPY`"));
        });
        million(table);
        several(
                table,
                "`ifExists=merge` of users: unchanged, changed, changed with `undo=true`",
                "merge-unchanged",
                "merge-changed",
                "merge-with-undo");
        several(
                table,
                "undo of a merge, removal, verification, export of users",
                "undo-of-merge",
                "removal",
                "verify",
                "export");
        signIns(table);
        capabilities(table);
        timings(table);
        return table;
    }

    private void million(FigureTable table) {
        Measured found = imports.million();
        table.row(
                found,
                "a million whole persons in one import",
                () -> List.of(Rounded.rate(ImportFigures.rate(found)) + ", "
                        + Rounded.gigabytes(1e6 * ImportFigures.bytes(found, "walBytes")) + " of write-ahead log, "
                        + Rounded.gigabytes(1e6 * ImportFigures.bytes(found, "databaseBytes"))
                        + " of tables and indexes, heap of " + ImportTables.heap(found)));
    }

    /** Rates, one after the other. */
    private void several(FigureTable table, String title, String... operations) {
        List<Measured> all = Stream.of(operations).map(imports::operation).toList();
        table.row(
                Measured.all(all),
                title,
                () -> List.of(all.stream()
                        .map(one -> Rounded.rate(ImportFigures.rate(one)))
                        .collect(Collectors.joining(", "))));
    }

    private void signIns(FigureTable table) {
        Measured found = servers.signIns();
        table.row(
                found,
                "sign-ins during an import with default settings",
                () -> List.of("p99 " + ServerTables.quantile(found, ServerTables.IMPORTING, "p99")
                        + "; without an import " + ServerTables.quantile(found, ServerTables.IDLE, "p99")));
    }

    private void capabilities(FigureTable table) {
        List<Measured> all = List.of(servers.sets("assign", 10_000), servers.sets("unassign", 10_000));
        table.row(
                Measured.all(all),
                "267 capability sets assigned to, taken from a role of 10,000 users",
                () -> List.of(all.stream().map(ServerTables::p95).collect(Collectors.joining(", ", "p95 ", ""))));
    }

    private void timings(FigureTable table) {
        List<Measured> all = List.of(servers.cost("CLIENT_CREDENTIALS"), servers.cost("USERINFO"));
        table.row(
                Measured.all(all),
                "CPU time of the timings: of a token request, of a userinfo request",
                () -> List.of(all.stream().map(ServerTables::percent).collect(Collectors.joining(", "))));
    }
}
