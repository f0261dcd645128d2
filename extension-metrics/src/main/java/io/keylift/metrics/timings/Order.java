// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.recent.Summary;
import io.keylift.metrics.request.Phase;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The order of endpoints, greatest figure first.
 *
 * @param name value of the parameter {@code sort}
 * @param figure durations in nanoseconds; a phase counts by its total time, like {@code total}
 */
record Order(String name, ToLongFunction<Summary> figure) {

    /** The order by total time, which shows both slow endpoints and frequent ones. */
    static final Order TOTAL = new Order("total", Summary::nanos);

    private static final List<Order> ALL = Stream.concat(
                    Stream.of(
                            TOTAL,
                            new Order("count", Summary::count),
                            new Order("p50", Summary::p50),
                            new Order("p95", Summary::p95),
                            new Order("p99", Summary::p99)),
                    Arrays.stream(Phase.values())
                            .map(phase -> new Order(
                                    phase.label(), summary -> summary.phases().nanos(phase))))
            .toList();

    static Optional<Order> of(String name) {
        return ALL.stream().filter(order -> order.name.equals(name)).findFirst();
    }

    static List<String> names() {
        return ALL.stream().map(Order::name).toList();
    }
}
