// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Counts the parts that are dropped from records, or not compared, by kind, code and place. Its size does not depend on
 * the number of records: when it has no room for more places, it counts further parts without their place. Not
 * thread-safe.
 */
final class DroppedCounts {

    private static final int MAX_PLACES = 100;
    private static final int FIRST_LINES = 3;
    private static final Pattern INDEX = Pattern.compile("/\\d+(?=/)");
    private static final String NOT_COMPARED =
            "Not compared: secrets, what the caller may not view, and roles of clients"
                    + " that the record does not name";

    /** @param pointer {@code null} for all places that have no room */
    private record Place(String kind, String code, String pointer) {}

    private static final class Sum {

        private final String message;
        private final TreeSet<Long> lines = new TreeSet<>();
        private long count;

        Sum(String message) {
            this.message = message;
        }
    }

    private final Map<Place, Sum> sums = new HashMap<>();

    /** Adds the dropped parts of a record. */
    void add(String kind, Item<?> item) {
        DroppedParts own = DroppedParts.of(item);
        if (own != null && !item.isRejected()) {
            own.forEach((warning, place) ->
                    add(new Place(kind, warning.code(), place), warning.message(), 1, List.of(item.line())));
        }
    }

    /** Adds the parts of a record that a verification could not compare. */
    void addNotCompared(String kind, Item<?> item) {
        item.result()
                .notCompared()
                .forEach(pointer -> add(
                        new Place(
                                kind,
                                Warning.NOT_COMPARED,
                                INDEX.matcher(pointer).replaceAll("/*")),
                        NOT_COMPARED,
                        1,
                        List.of(item.line())));
    }

    void add(DroppedCounts more) {
        more.sums.forEach((place, sum) -> add(place, sum.message, sum.count, sum.lines));
    }

    /** Adds the counts of {@link #warnings} of earlier runs; ignores other warnings. */
    void add(List<Warning> told) {
        told.stream()
                .filter(Warning::tellsDrop)
                .forEach(warning -> add(
                        new Place(warning.kind(), warning.code(), warning.pointer()),
                        warning.message(),
                        warning.count(),
                        warning.lines()));
    }

    private void add(Place place, String message, long count, Iterable<Long> lines) {
        boolean fits = sums.size() < MAX_PLACES || sums.containsKey(place);
        Sum sum = sums.computeIfAbsent(
                fits ? place : new Place(place.kind(), place.code(), null), any -> new Sum(message));
        sum.count += count;
        lines.forEach(sum.lines::add);
        while (sum.lines.size() > FIRST_LINES) {
            sum.lines.pollLast();
        }
    }

    List<Warning> warnings() {
        return sums.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(Place::kind)
                        .thenComparing(Place::code)
                        .thenComparing(Place::pointer, Comparator.nullsLast(Comparator.naturalOrder()))))
                .map(sum -> new Warning(
                        sum.getKey().code(),
                        sum.getValue().message,
                        sum.getKey().kind(),
                        sum.getKey().pointer(),
                        sum.getValue().count,
                        List.copyOf(sum.getValue().lines)))
                .toList();
    }
}
