// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

/**
 * Service level objective: the limits of an acceptable rate.
 *
 * @param p95Millis maximum time of 95 % of the operations, in milliseconds
 * @param errorPercent maximum share of failed operations, in percent
 */
record Slo(double p95Millis, double errorPercent) {

    /** Whether a step holds the SLO. A step without operations does not. */
    boolean holds(StepFigures figures) {
        Latencies latencies = figures.latencies();
        return latencies.operations() > 0
                && latencies.p95() <= p95Millis
                && 100.0 * latencies.failed() <= errorPercent * latencies.operations();
    }

    @Override
    public String toString() {
        return "p95 of " + Numbers.round(p95Millis) + " ms, " + Numbers.round(errorPercent) + " % errors";
    }
}
