// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.Arrays;

/** Nanoseconds of each phase. Immutable. */
public final class PhaseTimes {

    /** No time in any phase. */
    public static final PhaseTimes NONE = new PhaseTimes(new long[Phase.values().length]);

    private final long[] nanos;

    /** @param nanos of each phase, by its ordinal */
    public PhaseTimes(long[] nanos) {
        this.nanos = nanos.clone();
    }

    /** Time in this phase, in nanoseconds. */
    public long nanos(Phase phase) {
        return nanos[phase.ordinal()];
    }

    /** The phase with the most time; of equals, the one that is declared first. */
    public Phase longest() {
        Phase longest = Phase.POOL_WAIT;
        for (Phase phase : Phase.values()) {
            if (nanos(phase) > nanos(longest)) {
                longest = phase;
            }
        }
        return longest;
    }

    /** All phases together, in nanoseconds. */
    public long total() {
        return Arrays.stream(nanos).sum();
    }

    /** The differences between these times and earlier ones of the same request. */
    PhaseTimes minus(PhaseTimes others) {
        if (others == NONE) {
            return this;
        }
        long[] left = nanos.clone();
        Arrays.setAll(left, phase -> Math.max(0, nanos[phase] - others.nanos[phase]));
        return new PhaseTimes(left);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Phase phase : Phase.values()) {
            text.append(text.isEmpty() ? "" : " ")
                    .append(phase.label())
                    .append('=')
                    .append(nanos(phase));
        }
        return text.toString();
    }
}
