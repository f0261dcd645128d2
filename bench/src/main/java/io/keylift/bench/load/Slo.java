// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

/**
 * When a rate is too much for a server.
 *
 * @param p95Millis the most that 95 % of the operations may take, in milliseconds
 * @param errorPercent the most of the operations that may fail, in percent
 */
record Slo(double p95Millis, double errorPercent) {

    /** Whether a step is within it. A step without a single operation is not. */
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
