// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.request.MeasuredWork;
import io.keylift.metrics.request.Phase;
import java.util.EnumMap;
import java.util.Map;

/** Counts what collectors report. */
class PhaseCounts implements MeasuredWork {

    private final Map<Phase, Integer> entered = new EnumMap<>(Phase.class);
    private final Map<Phase, Integer> exited = new EnumMap<>(Phase.class);

    @Override
    public long enter(Phase phase) {
        entered.merge(phase, 1, Integer::sum);
        return 0;
    }

    @Override
    public long exit(Phase phase, long since) {
        exited.merge(phase, 1, Integer::sum);
        return 0;
    }

    int entered(Phase phase) {
        return entered.getOrDefault(phase, 0);
    }

    int exited(Phase phase) {
        return exited.getOrDefault(phase, 0);
    }

    @Override
    public void countStatement() {}

    @Override
    public void connectionAcquired(long waitNanos) {}

    @Override
    public void connectionReturned(long useNanos) {}
}
