// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.PhaseTimes;
import io.keylift.metrics.request.RequestBreakdown;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.PackedHistogram;

/** Figures of the requests to one endpoint. Not thread-safe. */
final class Figures implements Sum<RequestBreakdown, Figures> {

    private static final int DIGITS = 2;
    private static final long LOWEST_NANOS = 1_000;
    private static final long HIGHEST_NANOS = 24 * 60 * 60 * 1_000_000_000L;
    private static final Phase[] PHASES = Phase.values();

    private final AbstractHistogram durations = new PackedHistogram(LOWEST_NANOS, HIGHEST_NANOS, DIGITS);
    private final long[] phases = new long[PHASES.length];
    private long nanos;
    private long statements;
    private long allocated;

    @Override
    public void add(RequestBreakdown request) {
        durations.recordValue(Math.min(request.nanos(), HIGHEST_NANOS));
        for (Phase phase : PHASES) {
            phases[phase.ordinal()] += request.phases().nanos(phase);
        }
        nanos += request.nanos();
        statements += request.statements();
        allocated += request.allocated();
    }

    @Override
    public void addAll(Figures more) {
        durations.add(more.durations);
        for (int phase = 0; phase < phases.length; phase++) {
            phases[phase] += more.phases[phase];
        }
        nanos += more.nanos;
        statements += more.statements;
        allocated += more.allocated;
    }

    /** Number of requests. */
    long count() {
        return durations.getTotalCount();
    }

    /** Sum of all durations, in nanoseconds. */
    long nanos() {
        return nanos;
    }

    /** Sum of the time in this phase, in nanoseconds. */
    long nanos(Phase phase) {
        return phases[phase.ordinal()];
    }

    /** Sum of the time in each phase. */
    PhaseTimes phases() {
        return new PhaseTimes(phases);
    }

    /** Number of SQL statements of all requests. */
    long statements() {
        return statements;
    }

    /** Memory that all requests allocated, in bytes. */
    long allocated() {
        return allocated;
    }

    /** Duration that this percentage of the requests does not exceed, in nanoseconds. */
    long percentile(double percent) {
        return durations.getValueAtPercentile(percent);
    }

    /** The longest duration, in nanoseconds. */
    long max() {
        return durations.getMaxValue();
    }
}
