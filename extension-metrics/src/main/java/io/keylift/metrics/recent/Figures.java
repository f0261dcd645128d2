// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.PhaseTimes;
import io.keylift.metrics.request.RequestBreakdown;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.PackedHistogram;

/** Figures of the requests to one endpoint. Not thread-safe. */
public final class Figures implements Sum<RequestBreakdown, Figures> {

    private static final int DIGITS = 2;
    private static final long LOWEST_NANOS = 1_000;
    private static final long HIGHEST_NANOS = 24 * 60 * 60 * 1_000_000_000L;
    private static final Phase[] PHASES = Phase.values();

    private final AbstractHistogram durations;
    private final long[] phases = new long[PHASES.length];
    private long nanos;
    private long statements;
    private long allocated;

    Figures() {
        this(DIGITS);
    }

    /** @param digits number of exact decimal digits of durations */
    public Figures(int digits) {
        this(new PackedHistogram(LOWEST_NANOS, HIGHEST_NANOS, digits));
    }

    private Figures(AbstractHistogram durations) {
        this.durations = durations;
    }

    /**
     * Returns figures that were kept elsewhere.
     *
     * @param durations durations of the requests, in nanoseconds; the figures use it from then on
     * @param phases sum of the time in each phase
     * @param nanos sum of all durations, in nanoseconds
     * @param statements number of SQL statements of all requests
     * @param allocated memory that all requests allocated, in bytes
     */
    public static Figures of(
            AbstractHistogram durations, PhaseTimes phases, long nanos, long statements, long allocated) {
        Figures figures = new Figures(durations);
        for (Phase phase : PHASES) {
            figures.phases[phase.ordinal()] = phases.nanos(phase);
        }
        figures.nanos = nanos;
        figures.statements = statements;
        figures.allocated = allocated;
        return figures;
    }

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

    /** Durations of the requests, in nanoseconds. */
    public AbstractHistogram durations() {
        return durations;
    }

    /** Number of requests. */
    public long count() {
        return durations.getTotalCount();
    }

    /** Sum of all durations, in nanoseconds. */
    public long nanos() {
        return nanos;
    }

    /** Sum of the time in this phase, in nanoseconds. */
    long nanos(Phase phase) {
        return phases[phase.ordinal()];
    }

    /** Sum of the time in each phase. */
    public PhaseTimes phases() {
        return new PhaseTimes(phases);
    }

    /** Number of SQL statements of all requests. */
    public long statements() {
        return statements;
    }

    /** Memory that all requests allocated, in bytes. */
    public long allocated() {
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
