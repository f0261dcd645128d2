// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.bench.RealmOperations.Done;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Figures of operations, over several rounds and at one place or more. */
final class OperationFigures {

    private final Map<String, Series> all = new LinkedHashMap<>();

    private record Series(String place, Operation operation, List<Done> done) {

        List<Double> rates() {
            return of(Done::rate);
        }

        <T> List<T> of(Function<Done, T> figure) {
            return done.stream().map(figure).toList();
        }
    }

    /** @param place empty if there is only one */
    void add(String place, Done done) {
        System.out.printf(
                Locale.ROOT, "  %s %s: %,.0f/s%n", place, done.operation().label(), done.rate());
        all.computeIfAbsent(
                        place + " " + done.operation(), key -> new Series(place, done.operation(), new ArrayList<>()))
                .done()
                .add(done);
    }

    void print(PrintStream out) {
        out.printf(
                "%n%-18s %-22s %9s %11s %11s %12s %12s %11s %11s%n",
                "place",
                "operation",
                "records",
                "lowest/s",
                "highest/s",
                "Keycloak us",
                "PostgreSQL us",
                "log bytes",
                "tables");
        for (Series series : all.values()) {
            out.printf(
                    Locale.ROOT,
                    "%-18s %-22s %,9d %,11.0f %,11.0f %,12.1f %,12.1f %,11.0f %,11.0f%n",
                    series.place(),
                    series.operation().label(),
                    series.done().get(0).records(),
                    Collections.min(series.rates()),
                    Collections.max(series.rates()),
                    Quantiles.median(series.of(done -> done.cpu().keycloak())),
                    Quantiles.median(series.of(done -> done.cpu().postgresql())),
                    Quantiles.median(series.of(done -> 1.0 * done.written().walBytes() / done.records())),
                    Quantiles.median(series.of(done -> 1.0 * done.written().databaseBytes() / done.records())));
        }
        out.println("CPU time, write-ahead log and growth of the tables: of a record, medians of the rounds.");
    }

    /** The figures, for Jackson. */
    Object result() {
        return all.values().stream().map(OperationFigures::json).toList();
    }

    private static Map<String, Object> json(Series series) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("place", series.place());
        json.put("operation", series.operation().label());
        json.put("records", series.done().get(0).records());
        json.put("rates", series.rates());
        json.put("cpu", series.of(Done::cpu));
        json.put("walBytes", series.of(done -> done.written().walBytes()));
        json.put("databaseBytes", series.of(done -> done.written().databaseBytes()));
        return json;
    }
}
