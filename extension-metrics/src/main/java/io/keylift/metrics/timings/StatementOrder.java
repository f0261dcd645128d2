// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.recent.StatementFigures;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The order of statements, greatest figure first. */
enum StatementOrder {
    TOTAL("total", StatementFigures::nanos),
    COUNT("count", StatementFigures::count),
    MEAN("mean", StatementFigures::mean),
    MOST("most", StatementFigures::most),
    ROWS("rows", StatementFigures::rows);

    private final String label;
    private final ToLongFunction<StatementFigures> figure;

    StatementOrder(String label, ToLongFunction<StatementFigures> figure) {
        this.label = label;
        this.figure = figure;
    }

    /** Value of the parameter {@code sort}. */
    String label() {
        return label;
    }

    long of(StatementFigures figures) {
        return figure.applyAsLong(figures);
    }

    static Optional<StatementOrder> of(String label) {
        return Arrays.stream(values())
                .filter(order -> order.label.equals(label))
                .findFirst();
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(StatementOrder::label).toList();
    }
}
