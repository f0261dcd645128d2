// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.EnumMap;
import java.util.Map;

/** Counts what collectors report. Thread-safe. */
public class PhaseCounts implements MeasuredWork {

    private final Map<Phase, Integer> entered = new EnumMap<>(Phase.class);
    private final Map<Phase, Integer> exited = new EnumMap<>(Phase.class);

    @Override
    public synchronized long enter(Phase phase) {
        entered.merge(phase, 1, Integer::sum);
        return 0;
    }

    @Override
    public synchronized long exit(Phase phase, long since) {
        exited.merge(phase, 1, Integer::sum);
        return 0;
    }

    public synchronized int entered(Phase phase) {
        return entered.getOrDefault(phase, 0);
    }

    public synchronized int exited(Phase phase) {
        return exited.getOrDefault(phase, 0);
    }

    /** Whether the phase is open. */
    public synchronized boolean isIn(Phase phase) {
        return entered(phase) > exited(phase);
    }

    @Override
    public void executed(String sql, long nanos) {}

    @Override
    public void rows(String sql, long rows) {}

    @Override
    public void connectionAcquired(long waitNanos) {}

    @Override
    public void connectionReturned(long useNanos) {}
}
