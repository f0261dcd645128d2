// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import io.keylift.metrics.observer.Growth;
import io.keylift.metrics.recent.EndpointName;
import io.keylift.metrics.recent.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The change of an endpoint between two periods.
 *
 * @param now its requests now, or {@code null} if there are none
 * @param before its requests before, or {@code null} if there were none
 */
public record EndpointChange(EndpointName endpoint, Summary now, Summary before) {

    /** Fewer requests show chance. */
    public static final int LEAST_REQUESTS = 20;

    /** With fewer requests, the slowest 5 % are too few to prove growth of the p95. */
    public static final int LEAST_REQUESTS_OF_P95 = 200;

    /** A figure that grows by at least this factor is reported as worse. */
    public static final double GROWTH = 2;

    /** A mean that grows by less is not reported, whatever the factor: a cold cache takes a statement or two. */
    public static final double LEAST_STATEMENTS = 2;

    /** A p95 that grows by less is not reported, in nanoseconds. */
    public static final long LEAST_NANOS = 10_000_000;

    /** Name of the figure that is the mean number of statements. */
    public static final String STATEMENTS = "statements";

    /** Name of the figure that is the duration that 95 % of the requests do not exceed. */
    public static final String P95 = "p95";

    /** Whether there are enough requests on both sides. */
    public boolean isComparable() {
        return now != null && before != null && now.count() >= LEAST_REQUESTS && before.count() >= LEAST_REQUESTS;
    }

    /** The factor of a figure; infinite if it was 0 before, and 1 if it is 0 both times. */
    public double factor(String figure) {
        double after = value(figure, now);
        double earlier = value(figure, before);
        return after == earlier ? 1 : after / earlier;
    }

    /** The figures that at least doubled and grew by an amount that matters. */
    public List<String> doubled() {
        List<String> doubled = new ArrayList<>();
        if (isComparable()) {
            add(doubled, STATEMENTS, LEAST_STATEMENTS);
        }
        if (isP95Comparable()) {
            add(doubled, P95, LEAST_NANOS);
        }
        return doubled;
    }

    private void add(List<String> doubled, String figure, double least) {
        if (value(figure, now) - value(figure, before) >= least && factor(figure) >= GROWTH) {
            doubled.add(figure);
        }
    }

    /** The factors of what doubled. */
    Stream<Growth> growths() {
        return doubled().stream()
                .map(figure ->
                        new Growth(endpoint.uri(), endpoint.method(), endpoint.grantType(), figure, factor(figure)));
    }

    private boolean isP95Comparable() {
        return isComparable() && Math.min(now.count(), before.count()) >= LEAST_REQUESTS_OF_P95;
    }

    /**
     * How much a comparable endpoint changed for the worse, for sorting: the greatest factor of what can be compared,
     * with small amounts damped.
     */
    double weight() {
        double statements = damped(STATEMENTS, LEAST_STATEMENTS);
        return isP95Comparable() ? Math.max(statements, damped(P95, LEAST_NANOS)) : statements;
    }

    private double damped(String figure, double small) {
        return (value(figure, now) + small) / (value(figure, before) + small);
    }

    private static double value(String figure, Summary side) {
        return figure.equals(STATEMENTS) ? side.statements() / (double) side.count() : side.p95();
    }
}
