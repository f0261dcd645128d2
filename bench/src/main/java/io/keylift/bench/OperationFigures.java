// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Figures of operations, over several rounds and at one place or more. */
final class OperationFigures {

    private final Map<String, Series> all = new LinkedHashMap<>();

    private record Series(String place, Operation operation, List<Done> done) {

        int records() {
            return done.get(0).records();
        }

        List<Double> rates() {
            return of(Done::rate);
        }

        <T> List<T> of(Function<Done, T> figure) {
            return done.stream().map(figure).toList();
        }

        Map<String, Double> phases() {
            return Phases.shares(of(Done::phases));
        }

        /** Calls of each round; empty if they are not counted. */
        List<DatabaseCalls> calls() {
            return of(Done::database).stream().filter(Objects::nonNull).toList();
        }

        double ofChunk(Function<DatabaseCalls, Long> figure) {
            double chunks = Math.ceil(1.0 * records() / BenchSettings.CHUNK);
            return Quantiles.median(
                    calls().stream().map(each -> figure.apply(each) / chunks).toList());
        }
    }

    /** @param place empty if there is only one */
    void add(String place, Done done) {
        System.out.printf(
                Locale.ROOT, "  %s %s: %,.0f/s%n", place, done.operation().label(), done.rate());
        all.computeIfAbsent(key(place, done.operation()), key -> new Series(place, done.operation(), new ArrayList<>()))
                .done()
                .add(done);
    }

    private static String key(String place, Operation operation) {
        return place + " " + operation;
    }

    void print(PrintStream out) {
        out.printf(
                "%n%-22s %-28s %9s %11s %11s %9s %12s %12s %11s %11s%n",
                "place",
                "operation",
                "records",
                "lowest/s",
                "highest/s",
                "of import",
                "Keycloak us",
                "database us",
                "log bytes",
                "tables");
        for (Series series : all.values()) {
            out.printf(
                    Locale.ROOT,
                    "%-22s %-28s %,9d %,11.0f %,11.0f %9s %,12.1f %,12.1f %,11.0f %,11.0f%n",
                    series.place(),
                    series.operation().label(),
                    series.records(),
                    Collections.min(series.rates()),
                    Collections.max(series.rates()),
                    ofImport(series),
                    Quantiles.median(series.of(done -> done.cpu().keycloak())),
                    Quantiles.median(series.of(done -> done.cpu().postgresql())),
                    Quantiles.median(series.of(done -> 1.0 * done.written().walBytes() / done.records())),
                    Quantiles.median(series.of(done -> 1.0 * done.written().databaseBytes() / done.records())));
        }
        out.println("Ratio to the import, CPU time, write-ahead log and growth of the tables: of a record, medians of"
                + " the rounds.");
        printPhases(out);
        printCalls(out);
    }

    /** Ratio to the import of the same place. */
    private String ofImport(Series series) {
        Series imports = all.get(key(series.place(), Operation.IMPORT));
        return imports == null
                ? ""
                : String.format(
                        Locale.ROOT, "%.4f", Quantiles.median(Ratios.ofRounds(series.rates(), imports.rates())));
    }

    private void printPhases(PrintStream out) {
        out.printf("%n%-22s %-28s", "share of chunks, %", "");
        Phases.ALL.forEach(phase -> out.printf(" %9s", phase));
        out.println();
        for (Series series : all.values()) {
            Map<String, Double> shares = series.phases();
            if (!shares.isEmpty()) {
                out.printf("%-22s %-28s", series.place(), series.operation().label());
                Phases.ALL.forEach(phase -> out.printf(Locale.ROOT, " %9.1f", 100 * shares.getOrDefault(phase, 0.0)));
                out.println();
            }
        }
    }

    private void printCalls(PrintStream out) {
        List<Series> counted = all.values().stream()
                .filter(series -> !series.calls().isEmpty())
                .toList();
        if (counted.isEmpty()) {
            return;
        }
        out.printf(
                "%n%-22s %-28s %12s %12s%n", "of " + BenchSettings.CHUNK + " records", "", "statements", "round trips");
        for (Series series : counted) {
            out.printf(
                    Locale.ROOT,
                    "%-22s %-28s %12.1f %12.1f%n",
                    series.place(),
                    series.operation().label(),
                    series.ofChunk(DatabaseCalls::statements),
                    series.ofChunk(DatabaseCalls::roundTrips));
        }
    }

    /** The figures, for Jackson. */
    Object result() {
        return all.values().stream().map(OperationFigures::json).toList();
    }

    private static Map<String, Object> json(Series series) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("place", series.place());
        json.put("operation", series.operation().label());
        json.put("records", series.records());
        json.put("rates", series.rates());
        json.put("cpu", series.of(Done::cpu));
        json.put("walBytes", series.of(done -> done.written().walBytes()));
        json.put("databaseBytes", series.of(done -> done.written().databaseBytes()));
        json.put("phases", series.phases());
        if (!series.calls().isEmpty()) {
            json.put("chunkSize", BenchSettings.CHUNK);
            json.put("calls", series.calls());
        }
        return json;
    }
}
