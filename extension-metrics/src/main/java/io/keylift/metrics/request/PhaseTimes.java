// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.Arrays;

/** Nanoseconds of each phase. Immutable. */
public final class PhaseTimes {

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
