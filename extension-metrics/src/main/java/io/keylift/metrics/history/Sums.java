// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import io.keylift.metrics.recent.Figures;
import io.keylift.metrics.recent.Summary;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Sums of rows by key. Rows are added one by one, because a day has more of them than should be in memory at once.
 *
 * @param <K> key of the rows that are summed up together
 */
final class Sums<K> {

    private final Map<K, Figures> figures = new HashMap<>();

    void add(K key, HistoryRow row) {
        figures.computeIfAbsent(key, made -> new Figures(StoredFigures.DIGITS)).addAll(row.figures());
    }

    boolean isEmpty() {
        return figures.isEmpty();
    }

    /** The summaries by key. */
    Map<K, Summary> summaries() {
        Map<K, Summary> summaries = new HashMap<>();
        figures.forEach((key, sum) -> summaries.put(key, Summary.of(sum)));
        return summaries;
    }

    /** Maps each key and its sum. */
    <T> Stream<T> map(BiFunction<K, Figures, T> made) {
        return figures.entrySet().stream().map(sum -> made.apply(sum.getKey(), sum.getValue()));
    }
}
