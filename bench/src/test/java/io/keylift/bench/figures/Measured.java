// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.figures;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/** Figures of one thing in all runs, an object of their JSON for each. */
record Measured(List<Found> found) {

    /** An object of a run. */
    record Found(PublishedRun run, JsonNode figures) {

        /** The numbers of an array. */
        List<Double> numbers(String pointer) {
            return StreamSupport.stream(figures.at(pointer).spliterator(), false)
                    .map(JsonNode::asDouble)
                    .toList();
        }

        double min(String pointer) {
            return Collections.min(numbers(pointer));
        }

        double max(String pointer) {
            return Collections.max(numbers(pointer));
        }

        /**
         * The lowest ratio of all rounds of the same run: other load on the machine in a round has affected both.
         *
         * @param pointer to numbers, one for each round, beside those of the other object
         */
        double ratio(String pointer, Found other, String pointerOfOther) {
            List<Double> ours = numbers(pointer);
            List<Double> others = other.numbers(pointerOfOther);
            return IntStream.range(0, ours.size())
                    .mapToDouble(round -> ours.get(round) / others.get(round))
                    .min()
                    .orElseThrow();
        }

        double number(String pointer) {
            return figures.at(pointer).asDouble();
        }

        /** The object of another thing in the same run. */
        Found beside(String pointer, String... fields) {
            return of(List.of(run), pointer, fields).found.get(0);
        }

        /** An object of an array within this one. */
        Optional<Found> inside(String pointer, String... fields) {
            return StreamSupport.stream(figures.at(pointer).spliterator(), false)
                    .filter(inner -> has(inner, fields))
                    .map(inner -> new Found(run, inner))
                    .findFirst();
        }
    }

    /**
     * All objects of an array in these runs.
     *
     * @param fields names and values of fields of such an object, in turn
     */
    static Measured of(List<PublishedRun> runs, String pointer, String... fields) {
        List<Found> found = new ArrayList<>();
        for (PublishedRun run : runs) {
            for (JsonNode figures : run.json().at(pointer)) {
                if (has(figures, fields)) {
                    found.add(new Found(run, figures));
                }
            }
        }
        return new Measured(found);
    }

    /** Figures of several things together: none if one of them is not measured. */
    static Measured all(List<Measured> several) {
        return several.stream().anyMatch(Measured::isEmpty)
                ? new Measured(List.of())
                : new Measured(
                        several.stream().flatMap(one -> one.found.stream()).toList());
    }

    private static boolean has(JsonNode figures, String... fields) {
        for (int i = 0; i < fields.length; i += 2) {
            if (!figures.path(fields[i]).asText().equals(fields[i + 1])) {
                return false;
            }
        }
        return true;
    }

    Measured where(Predicate<Found> condition) {
        return new Measured(found.stream().filter(condition).toList());
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    List<PublishedRun> runs() {
        return found.stream().map(Found::run).distinct().toList();
    }

    double lowest(ToDoubleFunction<Found> figure) {
        return found.stream().mapToDouble(figure).min().orElseThrow();
    }

    double highest(ToDoubleFunction<Found> figure) {
        return found.stream().mapToDouble(figure).max().orElseThrow();
    }

    /** The run with the highest figure. */
    Found worst(ToDoubleFunction<Found> figure) {
        return found.stream().max(Comparator.comparingDouble(figure)).orElseThrow();
    }

    /** Number of elements of such an array in all runs. */
    int count(String pointer) {
        return found.stream().mapToInt(one -> one.figures.at(pointer).size()).sum();
    }
}
