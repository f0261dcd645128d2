// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.figures;

import io.keylift.bench.figures.Measured.Found;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Tables about the command: the lowest rates, and the highest memory, of all rounds and runs. */
final class ClientTables {

    private static final String IMPORTS = "/client/imports";
    private static final String RATES = "/rates";
    private static final String SENDER = "sender";
    private static final String CURL = "curl";
    private static final String KEYLIFT = "keylift";

    private static final Map<String, String> SENDERS = ImportTables.titles(
            CURL,
            "curl",
            KEYLIFT,
            "`keylift import`",
            "keylift-two-streams",
            "`keylift import --streams 2`",
            "keylift-mapped",
            "`keylift import --map`, ten fields");

    private final List<PublishedRun> runs;

    ClientTables(List<PublishedRun> runs) {
        this.runs = runs;
    }

    FigureTable rates() {
        FigureTable table = new FigureTable(
                "sender", "whole persons", "ratio to curl", "ratio to `keylift import`", "CPU of the sender", "rounds");
        SENDERS.forEach((sender, title) -> {
            Measured found = Measured.of(runs, IMPORTS, SENDER, sender);
            table.row(
                    found,
                    title,
                    () -> List.of(
                            Rounded.rate(found.lowest(run -> run.min(RATES))),
                            ratio(found, sender, CURL),
                            sender.equals(CURL) ? "" : ratio(found, sender, KEYLIFT),
                            Rounded.cost(found.highest(run -> run.max("/cpu")), 0) + " µs",
                            Integer.toString(found.count(RATES))));
        });
        return table;
    }

    /** The lowest ratio of a round; empty for a sender itself. */
    private static String ratio(Measured found, String sender, String other) {
        return sender.equals(other)
                ? ""
                : Rounded.ratio(found.lowest(run -> run.ratio(RATES, run.beside(IMPORTS, SENDER, other), RATES)), 2);
    }

    FigureTable memory() {
        FigureTable table = new FigureTable("sender", "sent", "memory of the process", "heap behind a collection");
        SENDERS.forEach((sender, title) -> {
            Measured found = Measured.of(runs, "/client/memory", SENDER, sender);
            if (found.isEmpty() && sender.equals(KEYLIFT)) {
                table.row(found, title, List::of);
            }
            for (double megabytes : sizes(found)) {
                Measured ofSize = found.where(run -> run.number("/megabytes") == megabytes);
                table.row(
                        ofSize,
                        title,
                        () -> List.of(
                                Rounded.gigabytes(megabytes * 1e6),
                                megabytes(ofSize, "/residentBytes"),
                                megabytes(ofSize, "/heapBytes")));
            }
        });
        return table;
    }

    private static TreeSet<Double> sizes(Measured found) {
        return found.found().stream()
                .map((Found run) -> run.number("/megabytes"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String megabytes(Measured found, String pointer) {
        return Rounded.cost(found.highest(run -> run.number(pointer)) / 1e6, 0) + " MB";
    }
}
